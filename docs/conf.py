"""The documentation as a site: ``make docs`` writes one folder that is searchable and fetches nothing."""

project = "boundcheck"
extensions = ["myst_parser"]
root_doc = "index"
exclude_patterns = ["*.py"]
html_theme = "furo"
html_title = "boundcheck"
html_show_copyright = html_show_sphinx = html_copy_source = False
html_theme_options = {"top_of_page_buttons": []}
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.xref_missing", "myst.header", "misc.highlighting_failure"]  # files of the repository, not of the site
