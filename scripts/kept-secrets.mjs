/** The secrets that the first start makes and later ones need: the service's token, the first operator's password. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const TOKEN_FILE = "service-token";
const PASSWORD_FILE = "admin-password";
const SHOWN_FILE = "admin-created";
const DATABASE_FILE = "fleetdeck.db";

/** 24 characters that survive URLs, shells and double clicks; 18 random bytes. */
const newSecret = () => randomBytes(18).toString("base64url");

function keep(file, secret) {
  writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function kept(file) {
  return existsSync(file) ? readFileSync(file, "utf8").trim() || undefined : undefined;
}

/**
 * The token the dashboard uses towards the embedded service, in a file only this user reads.
 * @param {string} dataDir
 * @param {string | undefined} given SERVICE_TOKEN, `token[:scope]` comma-separated: its first unrestricted one is taken
 * @returns {{ token: string, file: string }}
 */
export function serviceToken(dataDir, given) {
  const file = join(dataDir, TOKEN_FILE);
  const entries = (given ?? "").split(",").map((entry) => entry.trim().split(":"));
  const [chosen] = entries.find(([, scope]) => scope !== "read") ?? entries[0] ?? [];
  const token = chosen || kept(file) || newSecret();
  keep(file, token);
  return { token, file };
}

/**
 * The first operator's password, made when there cannot be an operator yet. It waits in a file until it has been
 * shown, so that a first start that fails half-way does not lose it.
 * @param {string} dataDir
 * @param {string | undefined} given ADMIN_PASSWORD
 * @returns {{ password: string | undefined, earlier: boolean }} `earlier`: left by a start that never showed it
 */
export function firstPassword(dataDir, given) {
  if (given !== undefined) return { password: undefined, earlier: false };
  const file = join(dataDir, PASSWORD_FILE);
  const waiting = kept(file);
  if (waiting !== undefined) return { password: waiting, earlier: true };
  if (existsSync(join(dataDir, SHOWN_FILE)) || existsSync(join(dataDir, DATABASE_FILE))) {
    return { password: undefined, earlier: false };
  }
  const password = newSecret();
  keep(file, password);
  return { password, earlier: false };
}

/** Forgets the password once it has been shown, or was not needed. */
export function passwordShown(dataDir) {
  writeFileSync(
    join(dataDir, SHOWN_FILE),
    "The first operator exists; no password is made at the next start.\n",
    { mode: 0o600 },
  );
  rmSync(join(dataDir, PASSWORD_FILE), { force: true });
}
