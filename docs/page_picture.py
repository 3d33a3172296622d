"""Makes docs/report.png, the picture of the report page in README: python docs/page_picture.py (extra `browser`)."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from treegauge import bundled, concatenate, write_report

HERE = Path(__file__).parent
SENTENCE = 16
NAMES = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Write the page of the bundled treebank, open a sentence, take the picture."""
    import shutil

    gold, test = bundled("english.mrg"), bundled("english.parsed.mrg")
    path = Path(tempfile.gettempdir(), "report.html")
    write_report(gold, {"parser": test, "half": concatenate([gold[:8], test[8:]])}, path, name="english.mrg")
    browser_path = next((found for name in NAMES if (found := shutil.which(name))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
        page.goto(f"{path.as_uri()}#sentences?s={SENTENCE}")
        page.wait_for_selector("html[data-ready]")
        page.screenshot(path=HERE / "report.png")
        browser.close()


if __name__ == "__main__":
    main()
