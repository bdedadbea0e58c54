// How tests start Chromium.
import { chromiumArguments } from "../../../scripts/chromium-arguments.mjs";
import { chosenChromium, chromiumForPages } from "../../../scripts/find-chromium.mjs";

/** The options that start the given program, or Playwright's own. */
const launchOptions = (executablePath: string | undefined, further: readonly string[] = []) => ({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [...chromiumArguments, ...further],
});

const { env } = process;

/** The program for sessions of tests that need a browser but are not about it: it starts in 0.3 s of CPU where Chromium takes
 *  0.8 s. Files about what a browser does, or how it looks, take Chromium itself. */
export const lightChromium = chromiumForPages({ env }) ?? "";

/** The whole browser: with notifications and extensions. */
export const browserLaunch = launchOptions(chosenChromium({ env }));

/** What tests of a page need, which takes less CPU time where it is installed: see `chromiumForPages`. It composes what is
 *  drawn in its main process, which takes less than a process for it. */
export const pageLaunch = launchOptions(chromiumForPages({ env }), ["--in-process-gpu"]);
