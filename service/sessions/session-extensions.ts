import { extensionName, extensionsPerBrowser } from "../../lib/contract/extensions.ts";
import { ExtensionRefused, trialLoadExtensions } from "../chromium/extensions.ts";
import { checkExtensionArchive, extensionSource } from "../extensions/extension-archive.ts";
import { mapExtensionErrors } from "../extensions/extension-errors.ts";
import { invalidInput, Problem } from "../kernel/problem.ts";
import {
  extensionDir,
  isTaken,
  removeExtensions,
  type Unpacked,
  unpackExtensions,
} from "../machine/extension-folders.ts";
import { checkHolder, unknownSession } from "./live-sessions.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";

/** A name and the path of its zip archive, which must exist until the call ends. */
export interface UploadedExtension {
  name: string;
  path: string;
}

export interface SessionExtensionsDeps {
  sessions: Sessions;
  chromiumPath: string;
}

/**
 * Loads extensions for the holder with this lease and resolves when its browser runs with them. Throws Problem 400 for a bad
 * name or archive or one that Chromium refuses, 404 when the session ends or gets another holder meanwhile, 500 when the browser does not start
 * with them. After an error the session has its earlier extensions.
 */
export async function loadExtensions(
  deps: SessionExtensionsDeps,
  { session, lease }: { session: Session; lease: string },
  uploaded: readonly UploadedExtension[],
): Promise<void> {
  // The restart disconnects all clients: without this the time-out could end the session meanwhile.
  const disconnect = session.connect();
  try {
    await mapExtensionErrors(async () => {
      checkHolder(session, lease);
      await checkNames(session, uploaded);
      await checkArchives(uploaded);
      await session.exclusively(async () => {
        checkHolder(session, lease);
        // Another upload may have finished in between.
        await checkNames(session, uploaded);
        await load(deps, session, uploaded);
      });
    });
  } catch (error) {
    // The end of the session removed folders and processes in use here: any error follows from that.
    throw session.closing.aborted ? unknownSession(session.id) : error;
  } finally {
    disconnect();
  }
}

async function load(
  { sessions, chromiumPath }: SessionExtensionsDeps,
  session: Session,
  uploaded: readonly UploadedExtension[],
): Promise<void> {
  const { instance, extensions: earlier } = session;
  const { paths } = instance;
  const names = uploaded.map(({ name }) => name);
  const unpacked = await unpackExtensions(
    instance,
    uploaded.map(({ name, path }) => extensionSource(name, path)),
  );
  try {
    await tryOut(chromiumPath, session, uploaded, unpacked);
    try {
      await unpacked.settle();
      await sessions.reload(session, [...earlier, ...names], `to load the extensions ${names.join(", ")}`);
    } catch (error) {
      await removeExtensions(paths, names);
      throw error instanceof ExtensionRefused ? didNotStart(error) : error;
    }
  } finally {
    await unpacked.discard();
  }
}

async function tryOut(
  chromiumPath: string,
  { instance, extensions: earlier }: Session,
  uploaded: readonly UploadedExtension[],
  { dirs }: Unpacked,
): Promise<void> {
  const before = earlier.map((name) => extensionDir(instance.paths, name));
  try {
    await trialLoadExtensions(chromiumPath, instance, [...before, ...dirs]);
  } catch (error) {
    if (!(error instanceof ExtensionRefused)) throw error;
    const at = error.at - before.length;
    const which = at < 0 ? `the extension ${earlier[error.at]}, loaded earlier` : placeOf(at, uploaded[at]);
    throw invalidInput([`${which}: Chromium refuses it: ${error.message}`]);
  }
}

async function checkNames(session: Session, uploaded: readonly UploadedExtension[]): Promise<void> {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const [at, { name }] of uploaded.entries()) {
    const read = extensionName.safeParse(name);
    const place = `extensions[${at}].name`;
    if (!read.success) faults.push(`${place}: ${read.error.issues.map(({ message }) => message).join(", ")}`);
    else if (seen.has(name)) faults.push(`${place}: ${name} was given twice`);
    else if (await isTaken(session.instance.paths, name)) {
      faults.push(`${place}: there is an extension ${name} on this instance already`);
    }
    seen.add(name);
  }
  if (session.extensions.length + uploaded.length > extensionsPerBrowser) {
    faults.push(`extensions: a browser can have ${extensionsPerBrowser} at most`);
  }
  if (faults.length > 0) throw invalidInput(faults);
}

async function checkArchives(uploaded: readonly UploadedExtension[]): Promise<void> {
  const faults: string[] = [];
  for (const [at, extension] of uploaded.entries()) {
    await checkExtensionArchive(extension.path).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.status !== 400) throw error;
      faults.push(`${placeOf(at, extension)}: ${error.message}`);
    });
  }
  if (faults.length > 0) throw invalidInput(faults);
}

const placeOf = (at: number, extension: UploadedExtension | undefined) =>
  `extensions[${at}].zip_file (${extension?.name})`;

const didNotStart = (error: ExtensionRefused) =>
  new Problem(500, "internal_error", `the browser did not start with the extensions: ${error.message}`);
