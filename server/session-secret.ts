// The key that encrypts sign-in cookies, if it is not configured: generated once and stored in DATA_DIR with mode 0600.
import { randomBytes, randomUUID } from "node:crypto";
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, tightenFolder } from "../lib/server/kernel/make-folder.ts";

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

/** Creates the file, unless another process does at the same moment. */
function makeSecret(path: string): void {
  const draft = `${path}-${randomUUID()}`;
  const secret = randomBytes(48).toString("base64url");
  const asNew = { mode: 0o600, flag: "wx" } as const;
  try {
    writeFileSync(draft, secret, asNew);
    try {
      // Linked under its name once it is complete: a replica that starts at the same moment must not read half of it.
      linkSync(draft, path);
    } catch (error) {
      if (isCode(error, "EEXIST")) return;
      // Not every file system supports hard links.
      writeFileSync(path, secret, asNew);
    }
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** The secret of the data folder of a dashboard that has run; throws a one-line message when there is none. */
export function existingSecret(dataDir: string): string {
  const secret = readSecret(join(dataDir, "session-secret"));
  if (secret !== undefined) return secret;
  throw new Error(
    `There is no session-secret in ${dataDir}: set AUDIT_KEY or NEXTAUTH_SECRET as for the dashboard.`,
  );
}

/** The secret of a data folder, generated on first use; throws a one-line message when the folder is unusable. */
export function storedSecret(dataDir: string): string {
  const path = join(dataDir, "session-secret");
  try {
    makeFolder(dataDir);
    tightenFolder(dataDir);
    if (readSecret(path) === undefined) makeSecret(path);
    const secret = readSecret(path) ?? "";
    chmodSync(path, 0o600);
    if (secret.length < 32) throw new Error(`${path} is too short; remove it to have a new one made`);
    return secret;
  } catch (error) {
    throw new Error(`DATA_DIR cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}
