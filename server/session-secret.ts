// The key that seals session cookies: given, or made once and kept in DATA_DIR readable by this user only.
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../lib/server/make-folder.ts";

/** The kept secret of a data folder, made on first use; throws with one clear line when the folder is unusable. */
export function keptSecret(dataDir: string): string {
  const path = join(dataDir, "session-secret");
  const draft = `${path}-${process.pid}`;
  try {
    makeFolder(dataDir);
    try {
      // Named when it is whole: a replica that starts at the same moment must not read half of it.
      writeFileSync(draft, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
      linkSync(draft, path);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    const secret = readFileSync(path, "utf8").trim();
    if (secret.length < 32) throw new Error(`${path} is too short; remove it to have a new one made`);
    return secret;
  } catch (error) {
    throw new Error(`DATA_DIR cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}
