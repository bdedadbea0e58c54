// What a profile is called, from what answers told of it: for the names of files, where the API is not worth a request.
import "server-only";
import { logFault } from "../log.ts";
import { database } from "../store/database.ts";
import { findSeen } from "../store/inventory.ts";
import { settleObservations } from "./observe.ts";

/** The name of the profile of this id; where none is known, or the store fails, what was given. */
export async function knownProfileName(idOrName: string): Promise<string> {
  try {
    await settleObservations();
    return (await findSeen(database(), "profile", idOrName))?.name ?? idOrName;
  } catch (error) {
    logFault("the name of a profile could not be looked up", error);
    return idOrName;
  }
}
