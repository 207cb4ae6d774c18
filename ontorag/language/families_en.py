"""English words for common relations, in the families of `families_de`."""

FAMILIES = """
lead
 verb: lead head?
 agent: leader head? boss mission_leader project_leader
  team_leader
 act: leadership
manage
 verb: manage
 agent: manager
 act: management
mentor
 verb: mentor
 agent: mentor
 patient: mentee protégé
 act: mentoring mentorship
report
 verb: report(to) answer(to)
 adj: subordinate(to)
 agent: subordinate direct_report report?
 patient: supervisor superior boss line_manager manager?
participate
 verb: participate(in) take_part(in) join? partake(in)
 adj: involved(in)
 agent: participant(in)
 act: participation(in) involvement(in)
require
 verb: require need demand call_for presuppose
 adj<: required(for,by) necessary(for) needed(for,by) essential(for)
 patient: requirement prerequisite need
skill
 verb: master know? command? possess? can?
 adj: skilled(in,at,with) proficient(in,at,with) versed(in) competent(in,at) trained(in)
  able?(to) capable(of) familiar?(with)
 agent: expert(in,at,on) specialist(in)
 patient: skill(in,of) ability(in,of) competence(in) competency(in) knowledge(of,in)
  expertise(in) proficiency(in) basics?(of,in)
experience
 adj: experienced(in,with)
 patient: experience(with,in,of)
start
 verb: start begin commence launch? kick_off
 act: start beginning launch? commencement
end
 verb: end finish conclude stop?
 act: end conclusion completion finish
crew
 patient: crew crew_member
budget
 patient: budget
employ
 verb: employ hire
 verb<: work(for,at)
 agent: employer
 patient: employee staff_member worker
 act: employment
headcount
 patient: employee? staff? headcount workforce worker?
found
 verb: found establish set_up
 agent: founder co-founder
 act: founding foundation establishment
own
 verb: own possess
 verb<: belong(to)
 agent: owner proprietor
 patient: property possession?
acquire
 verb: acquire buy purchase take_over
 agent: buyer acquirer purchaser
 act: acquisition takeover purchase
sell
 verb: sell
 agent: seller vendor
 act: sale
produce
 verb: produce manufacture make? fabricate
 agent: producer manufacturer maker production_company
 patient: product?
 act: production manufacture
supply
 verb: supply
 agent: supplier
 patient: customer
 act: supply
locate
 verb: lie?(in)
 adj: located(in,at) situated(in,at) based(in)
 patient: location place?
headquarter
 verb: sit?(in)
 adj: headquartered(in) based?(in)
 patient: headquarters(in) headquarter(in) head_office(in) seat?(in)
revenue
 patient: revenue turnover sales
profit
 patient: profit
price
 verb: cost
 patient: price cost
treat
 adj<: treated(with)
 verb: treat help?(with,against)
 adj: used(for,against)
 patient: indication
 agent: treatment(for,of)
 act: treatment therapy
doctor
 verb: treat?
 agent: doctor physician
 patient: patient
side_effect
 patient: side_effect adverse_effect
cause
 verb: cause trigger induce lead_to?
 agent: cause trigger
 patient: effect? consequence result
prescribe
 verb: prescribe
 act: prescription
suffer
 verb: suffer(from) have?
 adj: ill(with) affected(by) diagnosed(with)
 patient: disease illness diagnosis condition?
take
 verb: take
dose
 patient: dose dosage
approve
 verb: approve authorise authorize license
 act: approval authorisation authorization
birth
 adj: born(in,at)*
 act: birth
 patient: birthplace
death
 verb: die
 act: death
marry =
 verb: marry
 adj: married(to)
 agent: spouse
wife
 agent: wife spouse?
 patient: husband? spouse?
 adj: married?(to)
husband
 agent: husband spouse?
 patient: wife? spouse?
 adj: married?(to)
parent
 agent: parent
 patient: child
father
 agent: father parent?
 patient: child?
mother
 agent: mother parent?
 patient: child?
son
 agent: parent?
 patient: son child?
daughter
 agent: parent?
 patient: daughter child?
sibling =
 agent: sibling
brother
 agent: brother
sister
 agent: sister
friend =
 agent: friend
live
 verb: live(in) reside(in)
 patient: residence
study
 verb: study(at,in)*
teach
 verb: teach
 agent: teacher
 patient: student? pupil?
speak
 verb: speak
 patient: language?
write
 verb: write author
 agent: author writer
direct
 verb: direct
 agent: director
 act: direction
star
 verb<: star
 verb: star(in) act?(in) play?(in) appear?(in)
 agent: actor actress star
publish
 verb: publish release
 verb<: appear? come_out?
 agent: publisher
 act: publication release
compose
 verb: compose
 agent: composer
invent
 verb: invent
 agent: inventor
 act: invention
discover
 verb: discover
 agent: discoverer
 act: discovery
develop
 verb: develop
 agent: developer
 act: development
build
 verb: build construct erect
 agent: builder
 act: construction
member
 verb: belong?(to)
 agent: member
 act: membership
part
 verb: belong?(to)
 agent: part component
contain
 verb: contain include
love
 verb: love
know =
 adj: acquainted(with)
support
 verb: support back
 agent: supporter
 act: support
fund
 verb: fund finance sponsor
 agent: funder sponsor
 act: funding
advise
 verb: advise
 agent: adviser advisor
use
 verb: use? employ? utilise utilize
 agent: user
 act: use? usage
represent
 verb: represent
 agent: representative
win
 verb: win receive?
 agent: winner
 adj: awarded
succeed
 verb: succeed
 agent: successor
 patient: predecessor
responsible
 adj: responsible(for) accountable(for)
 act: responsibility(for)
loyal
 adj: loyal(to) faithful(to)
 patient: loyalty(to) allegiance(to)
capital
 patient: capital capital_city
population
 patient: population inhabitant
area
 patient: area
height
 patient: height elevation
 measure: high tall
weight
 verb: weigh
 patient: weight mass
 measure: heavy
width
 patient: width
 measure: wide
depth
 patient: depth
 measure: deep
length
 patient: length
 measure: long
age
 patient: age
 measure: old
category
 patient: category
type
 patient: type
genre
 patient: genre
rating
 patient: rating
 measure: rated
language
 patient: language
level
 patient: level grade
country
 patient: country
email
 patient: email e-mail email_address
phone
 patient: phone_number telephone_number
address
 patient: address
base
 adj: based(on)
border =
 verb: border share_a_border(with)
 adj: adjacent(to)
 act: border(with)
duration
 verb: last? run?(for)
 measure: long
 patient: duration running_time runtime run_time
sequel
 agent: sequel(of,to)
"""
