import "server-only";
import type { Preferences } from "../../bff/preferences.ts";
import type { SignedIn } from "../auth/require-operator.ts";
import { database } from "../db/database.ts";
import { logRequestFault } from "../db/log-request-fault.ts";
import { readPreferences } from "./preferences.ts";

/** The operator's preferences for rendering a page; empty when they cannot be read, so that the page still opens. */
export async function preferencesOf(operator: SignedIn): Promise<Preferences> {
  try {
    return await readPreferences(database(), operator.userId);
  } catch (error) {
    logRequestFault("preferences could not be read", error);
    return {};
  }
}
