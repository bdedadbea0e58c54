// Extensions uploaded into a running session: everything about them is checked, by us and by a Chromium that is
// thrown away, before the session's own browser notices anything. Then it is started again with them.
import type { ErrorDetail } from "../../lib/contract/error.ts";
import { extensionName, extensionsPerBrowser } from "../../lib/contract/extensions.ts";
import { ExtensionRefused, tryExtensions } from "../chromium/extensions.ts";
import {
  extensionDir,
  isTaken,
  removeExtensions,
  type Unpacked,
  unpackExtensions,
} from "../instance/extension-folders.ts";
import { checkExtensionArchive, extensionSource } from "./extension-archive.ts";
import { extensionProblems } from "./extension-problems.ts";
import { badRequest, notFound, Problem } from "./problem.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";

/** A name and the file of its zip archive, which stays where it is until the call ends. */
export interface UploadedExtension {
  name: string;
  path: string;
}

export interface SessionExtensionsDeps {
  sessions: Sessions;
  chromiumPath: string;
}

/**
 * Loads extensions into a session and resolves when its browser runs with them. Problem 400 for a bad name or
 * archive or one that Chromium refuses, 404 when the session ends meanwhile, 500 when the browser does not start
 * with them: the session is as it was then.
 */
export async function loadExtensions(
  deps: SessionExtensionsDeps,
  session: Session,
  uploaded: readonly UploadedExtension[],
): Promise<void> {
  const { lease } = session;
  // Its clients are cut off meanwhile: it must not pass for unused.
  const disconnect = session.connect();
  try {
    await extensionProblems(async () => {
      await checkNames(session, uploaded);
      await checkArchives(uploaded);
      await session.exclusively(async () => {
        if (deps.sessions.find(session.id) !== session || session.lease !== lease) throw ended(session);
        // Another upload may have been first.
        await checkNames(session, uploaded);
        await load(deps, session, uploaded);
      });
    });
  } catch (error) {
    // Its folders and processes went while they were in use here.
    throw session.closing.aborted ? ended(session) : error;
  } finally {
    disconnect();
  }
}

const ended = ({ id }: Session) => notFound(`a living browser session ${id}`);

async function load(
  { sessions, chromiumPath }: SessionExtensionsDeps,
  session: Session,
  uploaded: readonly UploadedExtension[],
): Promise<void> {
  const { instance, extensions: earlier } = session;
  const { paths } = instance;
  const names = uploaded.map(({ name }) => name);
  const unpacked = await unpackExtensions(
    paths,
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
    await tryExtensions(chromiumPath, instance, [...before, ...dirs]);
  } catch (error) {
    if (!(error instanceof ExtensionRefused)) throw error;
    const at = error.at - before.length;
    const which = at < 0 ? `the extension ${earlier[error.at]}, loaded earlier` : placeOf(at, uploaded[at]);
    throw invalid([`${which}: Chromium refuses it: ${error.message}`]);
  }
}

async function checkNames(session: Session, uploaded: readonly UploadedExtension[]): Promise<void> {
  const faults: string[] = [];
  const met = new Set<string>();
  for (const [at, { name }] of uploaded.entries()) {
    const read = extensionName.safeParse(name);
    const place = `extensions[${at}].name`;
    if (!read.success) faults.push(`${place}: ${read.error.issues.map(({ message }) => message).join(", ")}`);
    else if (met.has(name)) faults.push(`${place}: ${name} was given twice`);
    else if (await isTaken(session.instance.paths, name)) {
      faults.push(`${place}: there is an extension ${name} on this instance already`);
    }
    met.add(name);
  }
  if (session.extensions.length + uploaded.length > extensionsPerBrowser) {
    faults.push(`extensions: a browser can have ${extensionsPerBrowser} at most`);
  }
  if (faults.length > 0) throw invalid(faults);
}

async function checkArchives(uploaded: readonly UploadedExtension[]): Promise<void> {
  const faults: string[] = [];
  for (const [at, extension] of uploaded.entries()) {
    await checkExtensionArchive(extension.path).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.status !== 400) throw error;
      faults.push(`${placeOf(at, extension)}: ${error.message}`);
    });
  }
  if (faults.length > 0) throw invalid(faults);
}

const placeOf = (at: number, extension: UploadedExtension | undefined) =>
  `extensions[${at}].zip_file (${extension?.name})`;

function invalid(faults: readonly string[]): Problem {
  const details: ErrorDetail[] = faults.map((message) => ({ code: "invalid_input", message }));
  return badRequest(faults.join("; "), details);
}

const didNotStart = (error: ExtensionRefused) =>
  new Problem(500, "internal_error", `the browser did not start with the extensions: ${error.message}`);
