// What a page brings along for its operator.
import "server-only";
import type { Preferences } from "../../bff/preferences.ts";
import { logFault } from "../log.ts";
import { database } from "../store/database.ts";
import { readPreferences } from "../store/preferences.ts";
import type { SignedIn } from "./front-door.ts";

/** The operator's preferences; none when they cannot be read: a page without them is better than no page. */
export async function preferencesOf(operator: SignedIn): Promise<Preferences> {
  try {
    return await readPreferences(database(), operator.userId);
  } catch (error) {
    logFault("preferences could not be read", error);
    return {};
  }
}
