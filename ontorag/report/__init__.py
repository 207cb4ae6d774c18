"""The graph report: a result, a whole ontology or an entity's surroundings, as one offline page."""

from ontorag.report.page import graph_page, outcome_svg, report_page, write_page
from ontorag.report.svg import draw_svg

__all__ = ["draw_svg", "graph_page", "outcome_svg", "report_page", "write_page"]
