/** Checks before any build or start: the ports are free, the data folders are writable and have room. */
import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { codeOf, UserError } from "./user-error.mjs";

/** @typedef {{ host: string, port: number, variable: string, hostVariable: string }} Listener `variable` sets the port */

/** @type {Record<string, (wanted: Listener) => string>} */
const listenErrors = {
  EADDRINUSE: ({ host, port, variable }) =>
    `Port ${port} on ${host} is taken. End the program that holds it, or choose another with ${variable}.`,
  EACCES: ({ port, variable }) =>
    `Port ${port} may not be used by this user. Choose one above 1023 with ${variable}.`,
};

/**
 * @param {Listener} wanted port 0 is always free
 * @throws UserError when the port cannot be used
 */
export async function assertPortFree(wanted) {
  const { host, port, hostVariable } = wanted;
  const server = createServer();
  try {
    await new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host, port, exclusive: true }, () => resolve(undefined));
    });
  } catch (error) {
    const messageOf =
      listenErrors[codeOf(error) ?? ""] ??
      (() => `${hostVariable}: cannot listen on ${host} (${codeOf(error)}). Correct or unset it.`);
    throw new UserError(messageOf(wanted));
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/**
 * Creates a folder and its parents with mode 0700. One level at a time: below a folder that allows no new ones, such as
 * /proc, mkdirSync with `recursive` never returns (Node 20 to 24).
 * @param {string} folder absolute
 */
function createFolder(folder) {
  if (!existsSync(dirname(folder))) createFolder(dirname(folder));
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
}

/** What a first start writes to a data folder within seconds. A full disk may still have room for an empty file. */
const FIRST_BYTES = 1024 * 1024;

/**
 * Creates the folder if needed (mode 0700) and checks that a megabyte can be written to it.
 * @param {string} folder absolute
 * @param {string} variable the environment variable that sets it
 * @returns {string} the folder's real path, as in the working directory of processes in it
 * @throws UserError when it is not writable, or its disk is full
 */
export function ensureWritableFolder(folder, variable) {
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    createFolder(folder);
    try {
      writeFileSync(probe, new Uint8Array(FIRST_BYTES));
    } finally {
      rmSync(probe, { force: true });
    }
    return realpathSync(folder);
  } catch (error) {
    const code = codeOf(error);
    throw new UserError(
      code === "ENOSPC" || code === "EDQUOT"
        ? `The disk of the data folder ${folder} is full (${code}). Free some space on it, or choose another folder with ${variable}.`
        : `The data folder ${folder} cannot be written (${code}). Make it writable for this user, or choose another with ${variable}.`,
    );
  }
}
