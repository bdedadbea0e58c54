// How tests start Chromium.
import { chromiumArguments } from "../../../scripts/chromium-arguments.mjs";
import { chosenChromium, chromiumForPages } from "../../../scripts/find-chromium.mjs";

/** The options that start the given program, or Playwright's own. */
const launchOptions = (executablePath: string | undefined) => ({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [...chromiumArguments],
});

const { env } = process;

/** The whole browser: with notifications and extensions. */
export const browserLaunch = launchOptions(chosenChromium({ env }));

/** What tests of a page need, which takes less CPU time where it is installed: see `chromiumForPages`. */
export const pageLaunch = launchOptions(chromiumForPages({ env }));
