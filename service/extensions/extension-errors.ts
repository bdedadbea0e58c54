import { ExtensionRefused, ExtensionsMissing } from "../chromium/extensions.ts";
import { BadInstancePath } from "../kernel/instance-path.ts";
import { badRequest, notImplemented } from "../kernel/problem.ts";

/** Runs `act` and converts its extension errors into Problems: 501 without support for extensions, else 400. */
export async function mapExtensionErrors<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ExtensionsMissing) {
      throw notImplemented(
        "this service's Chromium does not support extensions; set CHROMIUM_PATH to one that does",
      );
    }
    if (error instanceof ExtensionRefused)
      throw badRequest(`extensions: Chromium refuses one: ${error.message}`);
    if (error instanceof BadInstancePath) throw badRequest(error.message);
    throw error;
  }
}
