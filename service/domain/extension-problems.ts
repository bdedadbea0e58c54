import { ExtensionRefused, ExtensionsMissing } from "../chromium/extensions.ts";
import { BadInstancePath } from "../instance/paths.ts";
import { badRequest, notImplemented } from "./problem.ts";

/** What the layers below say in their own words, as an answer. */
export async function extensionProblems<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ExtensionsMissing) {
      throw notImplemented("this service's Chromium has no extensions; CHROMIUM_PATH may name another");
    }
    if (error instanceof ExtensionRefused)
      throw badRequest(`extensions: Chromium refuses one: ${error.message}`);
    if (error instanceof BadInstancePath) throw badRequest(error.message);
    throw error;
  }
}
