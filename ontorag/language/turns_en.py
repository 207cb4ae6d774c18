"""English turns of phrase for common kinds of relation, by meaning; of no ontology.

A kind has *names*, the words that properties of this kind are called by, and *turns*, by which
people ask for it in other words. A turn of several words is joined by ``_``; its words may stand
apart, in any order. *Light* words say no relation at all.
"""

KINDS = """
direct
 names: direct director filmmaker
 turns: helm directorial stand_behind_camera behind_camera director_chair make maker shoot
  film_under filmed_under realize realise lead run head conduct supervise orchestrate stage_by
  in_charge conductor
write
 names: write author writer screenwriter playwright novelist poet
 turns: pen script screenplay story scribe author plot manuscript text word_by novel authorship
  come_up_with scenario scenarist storyline draft screen_writer script_author adaptation imagine
act
 names: actor actress cast star performer player
 turns: act actress actor star cast role perform performer appear appearance feature player play
  play_in part_in take_part featured face_on_screen on_screen seen_in be_seen lead_role leading
  leading_role starring thespian filmography protagonist line-up ensemble comedian interpret
  interpreter embody figure headline portray co-star cast_list character_by
produce
 names: producer production
 turns: produce producer make production
manufacture
 names: manufacturer maker producer manufacture
 turns: make build produce fabricate assemble come_from
create
 names: creator create artist painter sculptor author made
 turns: make paint draw sculpt design create write compose build artist painter hand_of by_hand
  whose_hand work behind masterpiece craft sign signed oeuvre
compose
 names: composer compose music
 turns: compose composer music score write_music melody soundtrack tune
design
 names: designer architect design architecture
 turns: design draw_up plan architect conceive blueprint
build
 names: builder build constructor construction
 turns: build construct erect put_up
release
 names: release publish publication issue premiere debut
 turns: release publish come_out appear issue premiere launch debut hit_theater hit_cinema
  into_cinema into_theater in_cinema open_in_cinema reach_cinema air broadcast be_out out
  see_light first_see first_seen first_show date_from be_from screen presented come_to_cinema make
  create produce shoot film come_to_screen get_released first_screen distribution distribute
  arrive age
publisher
 names: publisher
 turns: publish bring_out issue print put_out
invent
 names: inventor invent invention
 turns: invent come_up_with devise idea_for think_up
discover
 names: discoverer discover discovery
 turns: discover find detect come_upon
found
 names: founder found foundation founding establish established formation inception
 turns: found establish start set_up create exist come_into_being begin_to_exist since launch
lead
 names: leader lead head chief boss manager director president chair mayor chancellor minister
  governor
 turns: lead head run boss charge_of in_charge govern manage direct chair at_top steer preside
  helm rein command supervise administer captain mastermind hold_office
manage
 names: manager supervisor superior boss
 turns: answer_to report_to boss superior supervise supervisor above work_under
report
 names: report subordinate
 turns: subordinate answer_to report_to under
responsible
 names: responsible accountable manager
 turns: look_after responsible care_of take_care charge_of in_charge handle_by account_for
  person_for contact accountable supervise oversee own deal_with manage person_to_ask turn_to
member
 names: member membership department unit belong team party
 turns: belong_to part_of work_in work_for employ division unit team branch section sit_in
  assign_to employed_in join attached_to affiliated affiliate sit department serve_in
employ
 names: employer employ employee company
 turns: work_for employ job hire work_at on_payroll
work_on
 names: work project task
 turns: work_on busy_with occupy_with involved_in engaged_in take_part participate assign_to
  working_on contribute engage labour toil tackle
own
 names: owner own possess holder
 turns: own belong_to possess have property_of hold
hold
 names: held hold keep holding collection
 turns: own belong_to keep hang display exhibit show house see hold find hold_in on_view kept_in
  kept own_copy admire look_at visit
supply
 names: supplier supply vendor provider
 turns: deliver supply provide purchase_from buy_from get_from come_from sell vendor source_from
  order_from obtain_from procure purveyor furnish ship get stock
customer
 names: customer client buyer commissioned commissioner
 turns: commission order client customer for_whom buy do_for pay_for on_behalf patron sponsor_of
locate
 names: location locate place city site seat located town based situated headquarters
 turns: locate lie situate find stand sit based city town place be_in headquartered house
  whereabout address position seat found_in hosted
country
 names: country nation
 turns: country nation come_from land state
live
 names: residence live lives reside home
 turns: live reside dwell home house settle
birth
 names: birth born birthplace birthday
 turns: born birth come_into_world see_light bear birthday come_from
death
 names: death died die deceased
 turns: die pass_away death end_life decease lose_life perish
marry
 names: spouse husband wife married marry partner
 turns: marry wed husband wife spouse partner tie_knot married
child
 names: child son daughter
 turns: child kid son daughter offspring
parent
 names: parent father mother
 turns: parent father mother dad mum mom
teach
 names: teacher pupil student taught teach instructor
 turns: teach teacher learn learn_from learn_under study_under train master pupil instruct mentor
  tutor educate apprentice
study
 names: study studied university education educated school alma
 turns: study educate graduate degree school university attend
skill
 names: skill expertise ability competence master knowledge proficiency qualification
 turns: good_at know know_about know_lot knowledgeable versed skilled able talent talented
  proficient competent master expert specialise specialize capable can gift strength qualified
  know_in do_well adept
experience
 names: experience experienced
 turns: experience take_part been_part familiar know_from participate
require
 names: require requires requirement prerequisite
 turns: need require take demand necessary call_for must_have must_know
loyal
 names: loyalty allegiance loyal
 turns: loyal devote devoted faithful serve_faithfully serve side_with true_to stand_by dedicated
language
 names: language tongue
 turns: language tongue speak talk talk_in spoken idiom hear dialect lingo converse use_language
  word_spoken
genre
 names: genre type kind category style
 turns: genre type kind sort category style class classify categorize categorise belong
  fall_under label classified nature variety form register classification categorisation
  categorization fall_into fall_in file_under
movement
 names: movement style school period
 turns: style movement school era period part_of belong kind
topic
 names: tag topic subject theme keyword about
 turns: topic subject theme tag keyword about word term expression describe description
  characterize characterise deal_with treat concern concerned_with have_to_do talk_about
  speak_about revolve_around address apply applicable associated associate label catchword phrase
  matter center_on discuss relate_to related_to fit_description sum_up buzzword speak_of relate
  tell_about tell_of tell_story cover tackle evoke mention feature qualify summarize summarise
  define illustrate represent link connect tie descriptor content subject_matter explore depict
  portray touch_on revolve
evaluate
 names: rating rated score grade review mark
 turns: rate rating good bad well_received receive evaluate evaluation judge judgment judgement
  opinion think think_of regard consider considered like score mark grade worth quality review
  assess assessment find_audience public_opinion any_good appreciate appreciated critic enjoy
  reception view rank perceive critique criticism decent great terrible excellent favourable
  favorable positive negative viewed enjoyable note approval verdict reputation
popularity
 names: vote votes popularity popular fame
 turns: popular popularity famous fame known well-known well_known renowned prominent unknown
  vote notoriety celebrated renown reputation reputed notorious acclaimed acclaim success
  successful celebrity recognized widely recognised
price
 names: price cost fee charge admission
 turns: cost price pay expensive cheap fee ticket charge how_much spend buy_for priced set_back
  expend pricing worth
value
 names: value insured worth
 turns: worth value insure appraise estimate
salary
 names: salary wage pay income compensation
 turns: earn make pay wage salary get_paid income paid remuneration money compensation get_per
  make_year bring_home
revenue
 names: revenue turnover sales income
 turns: earn revenue turnover take_in sale gross
budget
 names: budget
 turns: budget money_for fund
weight
 names: weight mass
 turns: weigh heavy weight mass scale
height
 names: height elevation altitude
 turns: tall high height
width
 names: width breadth
 turns: wide broad width breadth
depth
 names: depth
 turns: deep depth
length
 names: length
 turns: long length
duration
 names: duration runtime
 turns: long last take duration run
area
 names: area surface
 turns: area big large surface
population
 names: population inhabitant
 turns: live inhabitant people resident population citizen
visitor
 names: visitor visitors attendance
 turns: visit visitor guest come attend attendance
age
 names: age
 turns: old age
phone
 names: phone telephone
 turns: call ring phone telephone reach number dial phone_up line contact_by_phone
email
 names: email mail
 turns: mail e-mail email write_to write_mail electronically message contact_electronically inbox
  send_mail
address
 names: address street
 turns: address live letter street post
website
 names: website homepage url
 turns: website homepage web online page site internet
material
 names: material
 turns: made_of make_of material consist_of painted_on paint_on composed_of out_of what_of
ingredient
 names: ingredient
 turns: contain consist_of made_of make_of inside ingredient
part
 names: part component
 turns: consist_of part component contain made_up
compatible
 names: compatible compatibility
 turns: go_with go_together work_with fit fit_with combine compatible work_together match
  usable_with
category
 names: category type kind class
 turns: kind type sort category class classify belong_to group
begin
 names: start begin beginning
 turns: start begin commence launch kick_off get_started get_underway take_place go_live
end
 names: end finish
 turns: end finish over conclude stop expire run_out ready done terminate wrap_up come_to_close
  due deadline
complete
 names: completion complete completed finished finish
 turns: finish complete done be_from ready paint create make build
join
 names: entry joined hire hired
 turns: join start begin enter hire come_to come_into arrive
open
 names: opening opened open
 turns: open open_door inaugurate exist door_open
reliability
 names: reliability
 turns: reliable dependable reliability trust sturdy robust
speed
 names: speed velocity
 turns: fast quick speed
injury
 names: injury
 turns: hurt injure injured wound wounded badly severe severely
currency
 names: currency
 turns: currency money pay
capital
 names: capital
 turns: capital govern_from
award
 names: award prize
 turns: award prize win honour honor medal receive
treat
 names: treat treatment indication indicated
 turns: treat cure help_with help_against use_for used_for good_for work_against
cause
 names: cause
 turns: cause reason lead_to trigger due_to come_from
symptom
 names: symptom
 turns: symptom sign notice recognise recognize show
religion
 names: religion faith
 turns: religion believe faith church
occupation
 names: occupation profession job
 turns: job profession do_living work_as occupation earn_living
team
 names: team club
 turns: play_for team club side
coach
 names: coach trainer
 turns: coach train trainer manage
weapon
 names: weapon
 turns: weapon carry fight_with wield
border
 names: border neighbour neighbor adjacent
 turns: border neighbour neighbor next_to adjacent
flow
 names: mouth flow flows
 turns: flow end_in empty_into flow_into mouth
mission_type
 names: type kind
 turns: kind sort type
"""

LIGHT = """
get gets got gotten give gives gave given tell tells show name names named call calls called say
says said find found happen thing stuff exactly please briefly short shortly somebody someone people
person persons man men woman human being one ones first way ways case fact world earth whole
motion picture pictures cinema theater theatre theaters theatres screen audience audiences viewer
viewers public spectators folk folks guy guys lady piece pieces work works title entitled able
possible want like make makes made making take takes took taken put puts place come comes came
have having had do does did done doing be been use used time times year years date day let us me
mine question answer there any some few many it its you they hear heard see sees saw seen look
looks general main principal primary chief basic several various with by in on of at for to from
into up out about as what which who whom whose when where how this that these those and credited
contribute contributed provide provided identity bring brought classified filmed shot belong
belongs belonged flick flicks feature features production productions original originally certain
particular specific example list info information native mostly mainly really actually brief quick
quickly whom's mean means meant refer refers referred consider considered regarded entire bit lot
kindly couple
"""
