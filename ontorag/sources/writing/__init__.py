"""Statements written to files, so that reading them again gives the same statements."""

from ontorag.sources.writing.files import WITH_GRAPHS, WRITABLE, named_writer, write_statements

__all__ = ["WITH_GRAPHS", "WRITABLE", "named_writer", "write_statements"]
