// Resolves a profile's name from the inventory for file names, without a request to the API.
import "server-only";
import { database } from "../db/database.ts";
import { logRequestFault } from "../db/log-request-fault.ts";
import { findResource } from "../inventory/resources.ts";
import { flushAnswers } from "../upstream/answer-events.ts";

/** The name of a profile; the argument itself when the name is unknown or the database fails. */
export async function resolveProfileName(idOrName: string): Promise<string> {
  try {
    await flushAnswers();
    return (await findResource(database(), "profile", idOrName))?.name ?? idOrName;
  } catch (error) {
    logRequestFault("the name of a profile could not be looked up", error);
    return idOrName;
  }
}
