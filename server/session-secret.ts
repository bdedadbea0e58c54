// The key that seals session cookies: given, or made once and kept in DATA_DIR readable by this user only.
import { randomBytes, randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../lib/server/make-folder.ts";

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

/** Makes the file, unless another start does at the same moment. */
function makeSecret(path: string): void {
  const draft = `${path}-${randomUUID()}`;
  const secret = randomBytes(48).toString("base64url");
  const asNew = { mode: 0o600, flag: "wx" } as const;
  try {
    writeFileSync(draft, secret, asNew);
    try {
      // Named when it is whole: a replica that starts at the same moment must not read half of it.
      linkSync(draft, path);
    } catch (error) {
      if (isCode(error, "EEXIST")) return;
      // Not every file system knows a second name for a file.
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

/** The kept secret of a data folder, made on first use; throws with one clear line when the folder is unusable. */
export function keptSecret(dataDir: string): string {
  const path = join(dataDir, "session-secret");
  try {
    makeFolder(dataDir);
    if (readSecret(path) === undefined) makeSecret(path);
    const secret = readSecret(path) ?? "";
    if (secret.length < 32) throw new Error(`${path} is too short; remove it to have a new one made`);
    return secret;
  } catch (error) {
    throw new Error(`DATA_DIR cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}
