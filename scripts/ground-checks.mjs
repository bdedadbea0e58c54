/** Looks at the ground before anything is built on it: are the ports free, can the data folders be written. */
import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { PlainStop } from "./plain-stop.mjs";

const listenProblems = {
  EADDRINUSE: ({ host, port, variable }) =>
    `Port ${port} on ${host} is taken. End the program that holds it, or choose another with ${variable}.`,
  EACCES: ({ port, variable }) =>
    `Port ${port} may not be used by this user. Choose one above 1023 with ${variable}.`,
};

/**
 * @param {{ host: string, port: number, variable: string, hostVariable: string }} wanted `variable` sets the port;
 *   port 0 is always free
 * @throws PlainStop
 */
export async function assertPortFree(wanted) {
  const { host, port, hostVariable } = wanted;
  const server = createServer();
  try {
    await new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (error) {
    const say =
      listenProblems[error.code] ??
      (() => `${hostVariable}: cannot listen on ${host} (${error.code}). Correct or unset it.`);
    throw new PlainStop(say(wanted));
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/**
 * Makes a folder with its parents, for this user alone. One step at a time: below a folder that takes no new ones,
 * such as /proc, mkdirSync with `recursive` never comes back (Node 20 to 24).
 */
function makeFolder(folder) {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
}

/**
 * Makes the folder when it is not there (for this user alone) and proves that it can be written.
 * @param {string} folder absolute
 * @param {string} variable the variable that chooses it
 * @returns {string} the folder's real path, as processes that run in it see it
 * @throws PlainStop
 */
export function claimFolder(folder, variable) {
  try {
    makeFolder(folder);
    const probe = join(folder, `.writable-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
    return realpathSync(folder);
  } catch (error) {
    throw new PlainStop(
      `The data folder ${folder} cannot be written (${error.code}). Make it writable for this user, or choose another with ${variable}.`,
    );
  }
}
