// The files of a session's instance: browsed by keyboard, read, downloaded, moved and moved back.
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { operations } from "@/lib/contract/operations/operations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { captureDownloads } from "@/tests/support/component/captured-downloads";
import { ScriptedSessionFiles } from "@/tests/support/component/scripted-session-files";
import { openSession, sessionOf } from "@/tests/support/component/session-page";

const sampleFiles = {
  "/tmp/desk/one.txt": "the first file\n",
  "/tmp/desk/two.txt": "the second file\n",
  "/tmp/desk/inner/deep.txt": "deep\n",
  "/tmp/desk/binary.dat": "a\0b",
  "/tmp/aside/x": "",
};

let sessions = 0;
/** The files of a new session, in a folder: moves are stored per session. */
async function open(dir: string, files: Readonly<Record<string, string>> = sampleFiles) {
  sessions += 1;
  const instance: { now?: ScriptedSessionFiles } = {};
  const screen = await openSession({
    session: sessionOf({ session_id: `files-${sessions}` }),
    query: { tab: "files", dir, panes: "-" },
    prepare: (bff) => {
      instance.now = new ScriptedSessionFiles(bff, files);
    },
  });
  const grid = (folder: string) => screen.getByRole("grid", { name: `Files in ${folder}` });
  await expect.element(grid(dir)).toHaveAttribute("aria-busy", "false");
  return {
    ...screen,
    files: instance.now?.files ?? new Map<string, string>(),
    grid,
    row: (name: string) => screen.getByRole("row").filter({ hasText: name }),
    button: (name: string) => screen.getByRole("button", { name, exact: true }),
    dialog: screen.getByRole("dialog", { name: "Move or rename" }),
    focus: (folder: string) => grid(folder).element().focus(),
  };
}

const selected = "aria-selected";

test("a row writes out what would turn the direction of its name (T24)", async () => {
  const tab = await open("/tmp/turned", {
    "/tmp/turned/cod\u202efdp.exe": "",
    "/tmp/turned/in\u202ener/x": "",
  });
  for (const name of ["cod⟨U+202E⟩fdp.exe", "in⟨U+202E⟩ner"]) {
    await expect.element(tab.row(name).getByTitle(name)).toHaveTextContent(name);
  }
});

test("folders are browsed by keyboard, and each keeps its selection", async () => {
  const tab = await open("/tmp");
  tab.focus("/tmp");
  await expect.element(tab.row("aside")).toHaveAttribute(selected, "true");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(tab.row("desk")).toHaveAttribute(selected, "true");
  await userEvent.keyboard("{Enter}");
  await expect.poll(tab.address).toMatch(/dir=%2Ftmp%2Fdesk$/);
  const list = tab.grid("/tmp/desk");
  await expect.element(list).toHaveAttribute("aria-busy", "false");
  await expect.element(list).toHaveFocus();
  expect(
    list
      .getByRole("row")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Name/),
    expect.stringMatching(/^inner/),
    expect.stringMatching(/^binary\.dat/),
    expect.stringMatching(/^one\.txt15 B/),
    expect.stringMatching(/^two\.txt/),
  ]);
  expect(await axeViolationsIn(tab.container)).toEqual([]);
  await userEvent.keyboard("{Backspace}");
  await expect.element(tab.row("desk")).toHaveAttribute(selected, "true");
  await userEvent.keyboard("{Enter}");
  await expect.element(list).toHaveAttribute("aria-busy", "false");
  await tab.getByRole("navigation", { name: "Folder" }).getByRole("button", { name: "tmp" }).click();
  await expect.element(tab.row("desk")).toHaveAttribute(selected, "true");
  await expect.element(tab.grid("/tmp")).toHaveFocus();
});

test("text is shown, other content is reported, and a file is downloaded under its name", async () => {
  const saved = captureDownloads();
  const tab = await open("/tmp/desk");
  await tab.row("one.txt").click();
  await tab.button("View").click();
  const text = tab.getByRole("dialog", { name: "one.txt" });
  await expect.element(text).toMatchTextContent("the first file");
  expect(await axeViolationsIn(text.element())).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await tab.row("binary.dat").click();
  await tab.button("View").click();
  const binary = tab.getByRole("dialog", { name: "binary.dat" });
  await expect.element(binary).toMatchTextContent(/Not shown.*not a text file/);
  await expect.element(binary.getByRole("button", { name: "Retry" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(binary).not.toBeInTheDocument();
  await tab.button("Download").click();
  await expect.poll(saved.names).toEqual(["binary.dat"]);
  expect(await saved.texts()).toEqual(["a\0b"]);
});

test("a rename is reversed with one click, but does not overwrite a new file (T38)", async () => {
  const tab = await open("/tmp/desk");
  await tab.row("one.txt").click();
  await tab.button("Move or rename…").click();
  const to = tab.dialog.getByLabelText("To");
  await expect.element(to).toHaveFocus();
  for (const [wrong, fault] of [
    ["/tmp/desk/../x", /must not contain \.\./],
    ["/tmp//x", /must not contain \/\//],
    ["x", /absolute path/],
    ["/tmp/desk/", /end with a name/],
  ] as const) {
    await to.fill(wrong);
    await userEvent.keyboard("{Enter}");
    await expect.element(tab.dialog.getByRole("alert")).toMatchTextContent(fault);
  }
  expect(tab.bff.calls(operations.moveFile)).toEqual([]);
  expect(await axeViolationsIn(tab.dialog.element())).toEqual([]);
  await to.fill("/tmp/desk/inner");
  await userEvent.keyboard("{Enter}");
  await tab.dialog.getByRole("button", { name: "Move into this folder" }).click();
  await expect.element(to).toHaveValue("/tmp/desk/inner/one.txt");
  await tab.dialog.getByRole("button", { name: "Move" }).click();
  await expect.element(tab.dialog).not.toBeInTheDocument();
  await expect.element(tab.row("one.txt")).not.toBeInTheDocument();
  await expect.element(tab.getByRole("region", { name: "Nothing selected" })).toBeVisible();
  expect(tab.files.get("/tmp/desk/inner/one.txt")).toBe("the first file\n");

  const move = tab.getByRole("region", { name: "Newest move" });
  const reverse = tab.button("Move back /tmp/desk/one.txt");
  tab.files.set("/tmp/desk/one.txt", "new");
  await reverse.click();
  await expect.element(move.getByRole("alert")).toMatchTextContent("at the old path");
  expect(tab.files.get("/tmp/desk/one.txt")).toBe("new");
  tab.files.delete("/tmp/desk/one.txt");
  await reverse.click();
  await expect.element(move).toMatchTextContent("reversed");
  expect(tab.files.get("/tmp/desk/one.txt")).toBe("the first file\n");
  await expect.element(tab.row("one.txt")).toBeVisible();
});

test("the selection follows a rename, and no other entry is selected when it is removed", async () => {
  const tab = await open("/tmp/chosen", { "/tmp/chosen/after.txt": "", "/tmp/chosen/before.txt": "" });
  await tab.row("before.txt").click();
  tab.focus("/tmp/chosen");
  await userEvent.keyboard("{F2}");
  await tab.dialog.getByLabelText("To").fill("/tmp/chosen/aardvark.txt");
  await userEvent.keyboard("{Enter}");
  await expect.element(tab.dialog).not.toBeInTheDocument();
  await expect.element(tab.getByRole("region", { name: "Selected: aardvark.txt" })).toBeVisible();
  await expect.element(tab.row("aardvark.txt")).toHaveAttribute(selected, "true");

  tab.files.delete("/tmp/chosen/aardvark.txt");
  await tab.button("Refresh").click();
  await expect.element(tab.row("aardvark.txt")).not.toBeInTheDocument();
  await expect.element(tab.getByRole("region", { name: "Nothing selected" })).toBeVisible();
  await expect.element(tab.row("after.txt")).toHaveAttribute(selected, "false");
  await expect.element(tab.button("Download")).toHaveAttribute("aria-disabled", "true");
  tab.focus("/tmp/chosen");
  await userEvent.keyboard("{F2}{ArrowDown}");
  await expect.element(tab.getByRole("region", { name: "Selected: after.txt" })).toBeVisible();
  await expect.element(tab.dialog).not.toBeInTheDocument();
});

test("the file to be replaced is named before the move, and Cancel has the focus", async () => {
  const tab = await open("/tmp/desk", {
    "/tmp/desk/taken.txt": "to be lost",
    "/tmp/desk/mover.txt": "mover",
  });
  await tab.button("Move by path…").click();
  await tab.dialog.getByLabelText("From").fill("/tmp/desk/mover.txt");
  await tab.dialog.getByLabelText("To").fill("/tmp/desk/taken.txt");
  await tab.dialog.getByRole("button", { name: "Move" }).click();
  const confirm = tab.getByRole("alertdialog", { name: "Replace taken.txt?" });
  await expect.element(confirm).toMatchTextContent("10 B");
  await expect.element(confirm.getByRole("button", { name: "Cancel" })).toHaveFocus();
  expect(await axeViolationsIn(confirm.element())).toEqual([]);
  await confirm.getByRole("button", { name: "Cancel" }).click();
  await expect.element(confirm).not.toBeInTheDocument();
  expect(tab.files.get("/tmp/desk/taken.txt")).toBe("to be lost");
  await tab.dialog.getByRole("button", { name: "Move" }).click();
  await confirm.getByRole("button", { name: "Replace" }).click();
  await expect.element(tab.getByText("The file it replaced cannot be restored.")).toBeVisible();
  expect(tab.files.get("/tmp/desk/taken.txt")).toBe("mover");
});

test("a missing folder is reported, with a link to an existing one", async () => {
  const tab = await open("/tmp");
  window.history.pushState(null, "", `/browsers/${tab.id}?tab=files&dir=%2Fno%2Fsuch`);
  await expect
    .element(tab.getByRole("alert").filter({ hasText: "The folder could not be loaded" }))
    .toBeVisible();
  await tab.button("Root folder").click();
  await expect.element(tab.grid("/")).toHaveAttribute("aria-busy", "false");
});

test("an ended session has no files", async () => {
  const session = sessionOf({ deleted_at: new Date().toISOString() });
  const screen = await openSession({ session, query: { tab: "files" } });
  await expect.element(screen.getByText("Its files were deleted with it.")).toBeVisible();
});

test("a text that is edited stays when a save is refused, whatever the file has become, and when the browser ends", async () => {
  const tab = await open("/tmp/desk");
  await tab.row("one.txt").click();
  await tab.button("View").click();
  await tab.getByRole("dialog").getByRole("button", { name: "Edit…" }).click();
  const text = tab.getByRole("dialog", { name: "Edit one.txt" }).getByLabelText("Text");
  await text.fill("typed for an hour");
  tab.files.set("/tmp/desk/one.txt", "\0 it is a program now");
  await tab.button("Save file").click();
  await expect.element(tab.getByRole("alert")).toMatchTextContent(/was changed since you opened it/);
  await expect.element(text).toHaveValue("typed for an hour");
  expect(tab.bff.calls(operations.readFile)).toHaveLength(1);
  tab.end();
  await expect.element(tab.getByText("Its files were deleted with it.")).toBeInTheDocument();
  await expect.element(text).toHaveValue("typed for an hour");
});

test("of four hundred files few are in the DOM, the last is reachable, and nothing overflows at 390 pixels", async () => {
  const names = Array.from({ length: 400 }, (_, at) => `/tmp/many/f${String(at).padStart(3, "0")}`);
  const tab = await open("/tmp/many", Object.fromEntries(names.map((name) => [name, "x"])));
  await expect.element(tab.row("f000")).toBeVisible();
  expect(tab.getByRole("row").elements().length).toBeLessThan(60);
  tab.focus("/tmp/many");
  await userEvent.keyboard("{End}");
  await expect.element(tab.row("f399")).toHaveAttribute(selected, "true");
  await expect.element(tab.row("f399")).toBeInViewport();
  await page.viewport(390, 800);
  onTestFinished(() => page.viewport(1440, 900));
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test("an upload does not count its own files as replaced while it goes on", async () => {
  const tab = await open("/tmp/desk");
  const rest = Promise.withResolvers<void>();
  tab.bff.on(operations.writeFile, async ({ query }) => {
    const path = query.get("path") ?? "";
    if (path.endsWith("four.txt")) await rest.promise;
    tab.files.set(path, "new");
    return new Response(null, { status: 201 });
  });
  await tab
    .getByLabelText("Files to upload")
    .upload(["three.txt", "four.txt"].map((name) => new File(["new"], name)));
  const asking = tab.getByRole("alertdialog");
  await asking.getByRole("button", { name: "Upload" }).click();
  await expect.element(tab.getByTitle("three.txt")).toBeInTheDocument();
  await expect.element(asking).toMatchTextContent("No file is replaced.");
  rest.resolve();
  await expect.element(asking).not.toBeInTheDocument();
});
