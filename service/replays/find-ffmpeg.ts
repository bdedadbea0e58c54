// Finds ffmpeg: the given one, else the system's, else the one of an optional package.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { isExecutable } from "../kernel/executable.ts";

const run = promisify(execFile);
const probeTimeoutMs = 20_000;
const defaultPaths = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg", "/opt/homebrew/bin/ffmpeg"];

export const withoutFfmpeg =
  "recording needs an ffmpeg with libx264; install one (Debian: apt-get install ffmpeg) or the optional npm packages, or set FFMPEG_PATH";

/** Finds an ffmpeg that can encode; undefined when there is none. */
export type FindFfmpeg = () => Promise<string | undefined>;

/**
 * Searches at each call until one is found, so one installed later is used without a restart. With `given` only that
 * one is used; throws at once when it is no executable file.
 */
export function ffmpegFinder(given: string | undefined): FindFfmpeg {
  if (given !== undefined && !isExecutable(given)) {
    throw new Error(
      "FFMPEG_PATH does not name an executable file. Correct it, or unset it to search for one.",
    );
  }
  let found: string | undefined;
  return async () => {
    found ??= await firstThatEncodes(given === undefined ? defaultPaths : [given], given === undefined);
    return found;
  };
}

async function firstThatEncodes(paths: readonly string[], orPackaged: boolean): Promise<string | undefined> {
  for (const path of paths) if (isExecutable(path) && (await encodes(path))) return path;
  const packaged = orPackaged ? await packagedFfmpeg() : undefined;
  return packaged !== undefined && isExecutable(packaged) && (await encodes(packaged)) ? packaged : undefined;
}

async function packagedFfmpeg(): Promise<string | undefined> {
  try {
    const { default: installer } = await import("@ffmpeg-installer/ffmpeg");
    return installer.path;
  } catch {
    // Not installed, or not available for this platform.
    return undefined;
  }
}

async function encodes(path: string): Promise<boolean> {
  try {
    const { stdout } = await run(path, ["-hide_banner", "-encoders"], { timeout: probeTimeoutMs });
    return / libx264 /.test(stdout);
  } catch {
    return false;
  }
}
