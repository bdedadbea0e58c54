// Extensions for a running session: dropped or chosen, checked in the page, uploaded, and loaded.
import { expect, test } from "vitest";
import { extensionParts } from "@/lib/bff/extension-upload";
import { fileOperations } from "@/lib/contract/operations/files";
import { operations } from "@/lib/contract/operations/operations";
import { packFolder } from "@/lib/format/zip-pack";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { ScriptedSessionFiles } from "@/tests/support/component/scripted-session-files";
import { ScriptedUpload } from "@/tests/support/component/scripted-upload";
import { openSession, sessionOf } from "@/tests/support/component/session-page";

const manifest = (given: object = {}) =>
  JSON.stringify({
    manifest_version: 3,
    name: "Fine",
    version: "1.0",
    content_scripts: [{ matches: ["<all_urls>"], js: ["content.js"] }],
    ...given,
  });

/** A zip archive of these files. */
async function zip(name: string, files: Readonly<Record<string, string>>): Promise<File> {
  const members = Object.entries(files).map(([path, text]) => ({ path, file: new Blob([text]) }));
  return new File([await packFolder(members)], name, { type: "application/zip" });
}
const extension = (name: string, given: object = {}) =>
  zip(name, { "manifest.json": manifest(given), "content.js": "1" });

let sessions = 0;
/** The tab of a new session, because candidates are stored per session. */
async function open() {
  sessions += 1;
  ScriptedUpload.install();
  const instance: { now?: ScriptedSessionFiles } = {};
  const screen = await openSession({
    session: sessionOf({ session_id: `extended-${sessions}` }),
    query: { tab: "extensions" },
    prepare: (bff) => {
      instance.now = new ScriptedSessionFiles(bff);
      instance.now.folders.add("/home/kernel/extensions");
    },
  });
  await expect.element(screen.getByText("No extensions are loaded.")).toBeVisible();
  const input = (label: string) => {
    const found = screen.container.querySelector(`input[aria-label="${label}"]`);
    if (!(found instanceof HTMLInputElement)) throw new Error(`no input labelled ${label}`);
    return found;
  };
  /** Sets the files of an input, as its dialog would. */
  const give = (label: string, files: readonly File[]) => {
    const to = input(label);
    Object.defineProperty(to, "files", { value: files, configurable: true });
    to.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return {
    ...screen,
    folders: instance.now?.folders ?? new Set<string>(),
    choose: (...files: readonly File[]) => give("Zip archives of extensions", files),
    chooseFolder: (...files: readonly File[]) => give("Folder of an extension", files),
    dropped: (source: string) =>
      screen
        .getByRole("list", { name: "Dropped extensions" })
        .getByRole("listitem")
        .filter({ hasText: source }),
    load: screen.getByRole("button", { name: /^Load \d extension/ }),
    dialog: screen.getByRole("alertdialog"),
    placed: screen.getByRole("list", { name: "Extensions in the browser" }).getByRole("listitem"),
    upload: () => ScriptedUpload.next(),
  };
}

test("archives are checked in the page, and each shows its faults (T33)", async () => {
  const tab = await open();
  tab.choose(
    await extension("fine.zip", { permissions: ["storage"] }),
    await zip("slip.zip", { "manifest.json": manifest(), "content.js": "1", "../../evil.js": "x" }),
    await zip("empty.zip", { "content.js": "1" }),
    await zip("deep.zip", {
      "deep/manifest.json": manifest({ name: "In a folder" }),
      "deep/content.js": "1",
    }),
    new File(["hello"], "text.zip"),
  );
  const fine = tab.dropped("fine.zip");
  await expect.element(fine).toMatchTextContent("checked");
  await expect.element(fine).toMatchTextContent("<all_urls> every site");
  await expect.element(fine.getByLabelText("Folder name in the browser")).toHaveValue("fine");
  await expect
    .element(tab.dropped("slip.zip"))
    .toMatchTextContent("../../evil.js: its path leads out of the archive");
  await expect.element(tab.dropped("empty.zip")).toMatchTextContent("no manifest.json at the root");
  await expect.element(tab.dropped("text.zip")).toMatchTextContent("not a zip archive");
  await expect.element(tab.load).toHaveAttribute("aria-disabled", "true");
  expect(await axeViolationsIn(tab.container)).toEqual([]);

  await tab.getByRole("button", { name: "Repack without the folder deep" }).click();
  const deep = tab.dropped("deep.zip");
  await expect.element(deep).toMatchTextContent("checked");
  for (const name of ["slip.zip", "empty.zip", "text.zip"])
    await tab.getByRole("button", { name: `Remove ${name}` }).click();
  await expect.poll(() => document.activeElement?.closest("li")).not.toBeNull();
  await expect.element(tab.load).not.toHaveAttribute("aria-disabled");
  for (const [name, fault] of [
    ["fine", /Another extension/],
    ["a/b", /Not a valid folder name/],
    ["..", /must not be/],
  ] as const) {
    await deep.getByLabelText("Folder name in the browser").fill(name);
    await expect.element(deep.getByRole("alert")).toMatchTextContent(fault);
    await expect.element(tab.load).toHaveAttribute("aria-disabled", "true");
  }
  tab.choose(await extension("fine.zip", { permissions: ["storage"] }));
  await expect.element(tab.getByText("Already in the list")).toBeVisible();
});

test("extensions are loaded after a warning that Chromium restarts; switching tabs meanwhile loses nothing", async () => {
  const tab = await open();
  tab.choose(
    await extension("one.zip", { name: "Marks one" }),
    await extension("two.zip", { name: "Marks two" }),
  );
  await tab.getByRole("button", { name: "Load 2 extensions…" }).click();
  await expect.element(tab.dialog).toMatchTextContent("Every connected client is disconnected");
  await expect.element(tab.dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
  expect(await axeViolationsIn(tab.dialog.element())).toEqual([]);
  await tab.dialog.getByRole("button", { name: "Load and restart" }).click();
  const upload = await tab.upload();
  const progress = tab.getByRole("progressbar");
  await expect.element(progress).toHaveAttribute("aria-valuenow", "25");
  await tab.getByRole("tab", { name: "Details" }).click();
  await expect.element(progress).not.toBeInTheDocument();
  await tab.getByRole("tab", { name: "Extensions" }).click();
  await expect.element(progress).toBeVisible();
  for (const name of ["marks-one", "marks-two"]) tab.folders.add(`/home/kernel/extensions/${name}`);
  upload.answer(200);
  const loaded = tab.getByRole("status", { name: "Extensions loaded" });
  await expect.element(loaded).toMatchTextContent("The browser is running again");
  const names = ["marks-one", "marks-two"];
  const textsOf = (items: typeof tab.placed) => () => items.elements().map(({ textContent }) => textContent);
  await expect.poll(textsOf(loaded.getByRole("listitem"))).toEqual(names);
  await expect.poll(textsOf(tab.placed)).toEqual(names);
  await expect.element(tab.getByRole("list", { name: "Dropped extensions" })).not.toBeInTheDocument();
  expect(upload.sent?.getAll(extensionParts.name) ?? []).toEqual(names);
  expect(await axeViolationsIn(loaded.element())).toEqual([]);

  tab.choose(await extension("one.zip", { name: "Marks one" }));
  await expect
    .element(tab.dropped("one.zip").getByRole("alert"))
    .toMatchTextContent(/already has an extension with this name/);
});

test("a rejection by Chromium leaves the session unchanged, and shows code, message and request id", async () => {
  const tab = await open();
  tab.choose(await extension("refused.zip", { name: "Refused" }));
  await tab.getByRole("button", { name: "Load 1 extension…" }).click();
  await tab.dialog.getByRole("button", { name: "Load and restart" }).click();
  const upload = await tab.upload();
  upload.answer(400, { code: "bad_request", message: "Chromium does not load it.", request_id: "request-7" });
  const failure = tab.getByRole("alert").filter({ hasText: "Not loaded" });
  await expect.element(failure).toMatchTextContent("400 bad_request");
  await expect.element(failure).toMatchTextContent("Chromium does not load it.");
  await expect.element(failure).toMatchTextContent("request-7");
  await expect.element(tab.getByText("Nothing changed.")).toBeVisible();
  await expect.element(tab.dropped("refused.zip")).toBeVisible();
  expect(await axeViolationsIn(failure.element())).toEqual([]);
});

test("a chosen folder is packed and checked", async () => {
  const tab = await open();
  const files = Object.entries({ "manifest.json": manifest({ name: "From a folder" }), "content.js": "1" });
  tab.chooseFolder(
    ...files.map(([path, text]) => {
      const file = new File([text], path);
      Object.defineProperty(file, "webkitRelativePath", { value: `my-extension/${path}` });
      return file;
    }),
  );
  const folder = tab.dropped("my-extension");
  await expect.element(folder).toMatchTextContent("checked");
  await expect.element(folder).toMatchTextContent("2 entries");
  await expect.element(folder.getByLabelText("Folder name in the browser")).toHaveValue("from-a-folder");
});

test("a drop next to the zone is prevented, so that the browser does not navigate to the file", async () => {
  const tab = await open();
  const zone = tab.getByText(/^Drop zip archives/).element();
  const drop = (onto: Element, kind: "dragover" | "drop") => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["no archive"], "notes.zip"));
    const event = new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer });
    onto.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const beside = tab.getByRole("heading", { name: "1 log pane" }).element();
  expect([drop(beside, "dragover"), drop(beside, "drop")]).toEqual([true, true]);
  await expect.element(tab.getByRole("list", { name: "Dropped extensions" })).not.toBeInTheDocument();
  drop(zone, "drop");
  await expect.element(tab.dropped("notes.zip")).toMatchTextContent("not a zip archive");
  await tab.getByRole("tab", { name: "Details" }).click();
  await expect.element(tab.getByText(/^Drop zip archives/)).not.toBeInTheDocument();
  await expect.poll(() => drop(beside, "drop"), { message: "elsewhere drops are the browser's" }).toBe(false);
});

test("a viewer sees why nothing can be loaded, and an ended session accepts no extension", async () => {
  const screen = await openSession({ query: { tab: "extensions" }, role: "viewer" });
  await expect
    .element(screen.getByRole("button", { name: "Choose zip files…" }))
    .toHaveAttribute("aria-disabled", "true");
  screen.end();
  await expect
    .element(screen.getByText("Extensions can only be loaded into a running browser."))
    .toBeVisible();
  expect(screen.bff.calls(operations.uploadBrowserExtensions)).toEqual([]);
});

test("a list of extensions that cannot be read says why, and is read again on demand", async () => {
  sessions += 1;
  const screen = await openSession({
    session: sessionOf({ session_id: `extended-${sessions}` }),
    query: { tab: "extensions" },
    prepare: (bff) => bff.fail(fileOperations.listFiles, 502, "upstream_failed", "The API failed."),
  });
  const fault = screen.getByRole("alert").filter({ hasText: "The list of extensions could not be loaded" });
  await expect.element(fault).toMatchTextContent(/The API failed\..*upstream_failed/);
  const before = screen.bff.calls(fileOperations.listFiles).length;
  await fault.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => screen.bff.calls(fileOperations.listFiles).length).toBeGreaterThan(before);
});
