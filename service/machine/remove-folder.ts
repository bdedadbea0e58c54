// Removes folders of programs that have ended. These may have left folders in which their owner may not write, and a service
// that is not root cannot remove what is in those.
import { chmodSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../kernel/instance-path.ts";

const isDenied = (error: unknown) => ["EACCES", "EPERM"].includes(codeOf(error) ?? "");

/** Gives the owner all permissions of a folder and of those below it. Follows no links; leaves what cannot be changed. */
function permit(path: string): void {
  try {
    if (!lstatSync(path).isDirectory()) return;
    chmodSync(path, 0o700);
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isDirectory()) permit(join(path, entry.name));
  } catch {
    // The removal says what is wrong.
  }
}

/** Removes a folder, if it is there. */
export function removeFolderSync(path: string): void {
  const remove = () => rmSync(path, { recursive: true, force: true });
  try {
    remove();
  } catch (error) {
    if (!isDenied(error)) throw error;
    permit(path);
    remove();
  }
}

/** The same without blocking; tries again for a moment where something is still written. */
export async function removeFolder(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  await remove().catch(async (error: unknown) => {
    if (!isDenied(error)) throw error;
    permit(path);
    await remove();
  });
}
