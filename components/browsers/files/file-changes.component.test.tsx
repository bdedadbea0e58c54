// Files are uploaded into a session, edited and deleted.
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { FileInfo } from "@/lib/contract/files";
import { operations } from "@/lib/contract/operations/operations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { DeleteFileButton } from "./delete-file-button.tsx";
import { FileEditDialog } from "./file-edit-dialog.tsx";
import { FileMoveDialog } from "./file-move-dialog.tsx";
import type { FileMoves } from "./file-moves.ts";
import { FileUploadButton } from "./file-upload.tsx";
import { NewFileMenu } from "./new-file-menu.tsx";

const made = () => new Response(null, { status: 201 });
const asking = () => page.getByRole("alertdialog");
const info = (given: Partial<FileInfo> = {}): FileInfo => ({
  name: "notes.txt",
  path: "/tmp/notes.txt",
  size_bytes: 3,
  is_dir: false,
  mod_time: "2026-01-02T03:04:05Z",
  mode: "-rw-r-----",
  ...given,
});

const inTmp = [info({ name: "b.txt" }), info({ name: "logs", is_dir: true })];

/** Scripts the folder /tmp, which has b.txt and the folder logs. */
const withTmp = () => emptyBff().list(operations.listFiles, inTmp);

/** Chooses files for the folder /tmp. */
async function choose(bff: ScriptedBff, files: readonly File[]) {
  const screen = await renderView(<FileUploadButton id="session-one" folder="/tmp" />, { bff });
  const picker = screen.container.querySelector<HTMLInputElement>("input[type=file]");
  if (picker === null) throw new Error("no picker");
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  picker.files = chosen.files;
  picker.dispatchEvent(new Event("change", { bubbles: true }));
}

test("a file that is too large is named when it is chosen, before anything is sent", async () => {
  const bff = withTmp();
  const megabyte = new Blob([new Uint8Array(1024 * 1024)]);
  await choose(bff, [
    new File(
      Array.from({ length: 101 }, () => megabyte),
      "dump.bin",
    ),
  ]);
  await expect.element(asking().getByRole("alert")).toMatchTextContent(/^dump\.bin is larger than 10\d MB\./);
  const upload = asking().getByRole("button", { name: "Upload" });
  await expect.element(upload).toHaveAttribute("aria-disabled", "true");
  expect(bff.calls(operations.writeFile)).toEqual([]);
});

test("an upload names what it replaces; what failed stays, and what is written is not sent again", async () => {
  const bff = withTmp().on(operations.writeFile, ({ query }) =>
    query.get("path") === "/tmp/b.txt" ? problem(403, "upstream_forbidden", "It is read-only.") : made(),
  );
  await choose(
    bff,
    ["a.txt", "b.txt"].map((name) => new File([`of ${name}`], name)),
  );
  await expect.element(asking()).toMatchTextContent(/Upload 2 files to \/tmp\?.*Replaces b\.txt\./);
  expect(await axeViolationsIn(asking().element())).toEqual([]);
  await asking().getByRole("textbox").fill("for the report");
  await asking().getByRole("button", { name: "Upload" }).click();
  await expect
    .element(asking().getByRole("alert"))
    .toMatchTextContent("1 file uploaded. b.txt: It is read-only.");
  await expect.element(asking().getByRole("textbox")).toHaveValue("for the report");
  bff.on(operations.writeFile, made);
  await asking().getByRole("button", { name: "Upload" }).click();
  await expect.element(asking()).not.toBeInTheDocument();
  expect(bff.calls(operations.writeFile).map(({ query, body }) => [query.get("path"), body])).toEqual([
    ["/tmp/a.txt", "of a.txt"],
    ["/tmp/b.txt", "of b.txt"],
    ["/tmp/b.txt", "of b.txt"],
  ]);
});

test("a file with a folder's name replaces nothing, and is named before anything is sent", async () => {
  const bff = withTmp();
  await choose(
    bff,
    ["a.txt", "logs"].map((name) => new File([`of ${name}`], name)),
  );
  await expect.element(asking()).toMatchTextContent(/No file is replaced\./);
  await expect.element(asking().getByRole("alert")).toMatchTextContent(/^There is a folder logs in \/tmp\./);
  const upload = asking().getByRole("button", { name: "Upload" });
  await expect.element(upload).toHaveAttribute("aria-disabled", "true");
  expect(bff.calls(operations.writeFile)).toEqual([]);
});

test("a file that appears before the upload is confirmed is said before it is replaced", async () => {
  const bff = withTmp().on(operations.writeFile, made);
  await choose(bff, [new File(["new"], "a.txt")]);
  await expect.element(asking()).toMatchTextContent(/No file is replaced\./);
  bff.list(operations.listFiles, [...inTmp, info({ name: "a.txt" })]);
  const upload = asking().getByRole("button", { name: "Upload" });
  await upload.click();
  await expect
    .element(asking().getByRole("alert"))
    .toMatchTextContent("The folder was changed meanwhile. Check what is replaced, then upload again.");
  await expect.element(asking()).toMatchTextContent(/Replaces a\.txt\./);
  expect(bff.calls(operations.writeFile)).toEqual([]);
  await upload.click();
  await expect.element(asking()).not.toBeInTheDocument();
  expect(bff.calls(operations.writeFile).map(({ query }) => query.get("path"))).toEqual(["/tmp/a.txt"]);
});

test.for([
  ["fails", (bff: ScriptedBff) => bff.fail(operations.listFiles, 502, "upstream_failed", "No answer.")],
  ["is an old one", (bff: ScriptedBff) => bff.list(operations.listFiles, [], { stale: "unreachable" })],
] as const)(
  "an upload does not say that nothing is replaced when the list of the folder %s",
  async ([_, script]) => {
    const bff = script(emptyBff()).on(operations.writeFile, made);
    await choose(bff, [new File(["new"], "a.txt")]);
    await expect
      .element(asking())
      .toMatchTextContent(/Files of the same name are replaced and cannot be restored\./);
    await asking().getByRole("button", { name: "Upload" }).click();
    await expect.element(asking()).not.toBeInTheDocument();
    expect(bff.calls(operations.writeFile)).toHaveLength(1);
  },
);

test("an upload into a folder that is not there any more replaces nothing", async () => {
  const bff = emptyBff().fail(operations.listFiles, 404, "upstream_not_found", "There is no such folder.");
  await choose(bff, [new File(["new"], "a.txt")]);
  await expect.element(asking()).toMatchTextContent(/No file is replaced\./);
});

/** The dialog that edits notes.txt, and whether it has closed. */
async function openEdit(text: string, bff: ScriptedBff) {
  let closed = false;
  const close = () => {
    closed = true;
  };
  await renderView(<FileEditDialog id="session-one" file={info()} text={text} onClose={close} />, { bff });
  return { dialog: page.getByRole("dialog", { name: "Edit notes.txt" }), closed: () => closed };
}

test("an edit writes the text with the file's permissions; its text is never stored as a draft", async () => {
  sessionStorage.clear();
  const bff = emptyBff().on(operations.writeFile, made);
  const { dialog, closed } = await openEdit("old", bff);
  await dialog.getByLabelText("Text").fill("new text");
  expect(Object.values(sessionStorage).join()).not.toContain("new text");
  await expect.element(dialog.getByText(/^Replaces the file with 8 B\./)).toBeVisible();
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await dialog.getByRole("button", { name: "Save file" }).click();
  await expect.poll(closed).toBe(true);
  const [call] = bff.calls(operations.writeFile);
  expect([call?.query.get("path"), call?.query.get("mode"), call?.body]).toEqual([
    "/tmp/notes.txt",
    "640",
    "new text",
  ]);
});

test("an edit of a file that was changed meanwhile is said before it replaces that, and keeps its line ends", async () => {
  const bff = emptyBff()
    .on(operations.writeFile, made)
    .one(operations.retrieveFileInfo, info({ size_bytes: 9, mod_time: "2026-01-02T03:05:05Z" }));
  const { dialog, closed } = await openEdit("one\r\ntwo\r\n", bff);
  await dialog.getByLabelText("Text").fill("one\nthree\n");
  const save = dialog.getByRole("button", { name: "Save file" });
  await save.click();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent(/was changed since you opened it/);
  expect(bff.calls(operations.writeFile)).toEqual([]);
  await save.click();
  await expect.poll(closed).toBe(true);
  expect(bff.calls(operations.writeFile).map(({ body }) => body)).toEqual(["one\r\nthree\r\n"]);
});

test("an edit of a file that was deleted meanwhile is said before it is there again", async () => {
  const bff = emptyBff()
    .on(operations.writeFile, made)
    .fail(operations.retrieveFileInfo, 404, "upstream_not_found", "There is no such file.");
  const { dialog, closed } = await openEdit("old", bff);
  await dialog.getByLabelText("Text").fill("new");
  const save = dialog.getByRole("button", { name: "Save file" });
  await save.click();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent(/was deleted since you opened it/);
  expect(bff.calls(operations.writeFile)).toEqual([]);
  bff.one(operations.retrieveFileInfo, info());
  await save.click();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent(/was changed since you opened it/);
  await save.click();
  await expect.poll(closed).toBe(true);
  expect(bff.calls(operations.writeFile).map(({ body }) => body)).toEqual(["new"]);
});

test("a path that is typed while the destination is looked up is not taken for the one that was", async () => {
  const looked = Promise.withResolvers<Awaited<ReturnType<FileMoves["look"]>>>();
  const move = vi.fn<FileMoves["move"]>(() => Promise.resolve());
  const files = {
    moves: [],
    look: () => looked.promise,
    move,
    reverse: () => Promise.resolve("failed" as const),
  } as const;
  const nothing = () => undefined;
  await renderView(
    <FileMoveDialog id="s1" files={files} path="/tmp/mover.txt" onMoved={nothing} onClose={nothing} />,
  );
  const dialog = page.getByRole("dialog", { name: "Move or rename" });
  await dialog.getByLabelText("To").fill("/tmp/seen.txt");
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("{ControlOrMeta>}a{/ControlOrMeta}/tmp/unseen.txt");
  looked.resolve({ state: "taken", info: info({ name: "seen.txt", path: "/tmp/seen.txt" }) });
  await expect.element(asking()).toMatchTextContent(/^Replace seen\.txt\?.*\/tmp\/seen\.txt/);
  await asking().getByRole("button", { name: "Replace" }).click();
  await expect.poll(() => move.mock.calls).toEqual([["/tmp/mover.txt", "/tmp/seen.txt", "taken"]]);
});

test("a folder is deleted with what is in it, after the dialog named the effect", async () => {
  const bff = emptyBff().on(operations.deleteDirectory, () => new Response(null, { status: 200 }));
  const folder = info({ name: "cache", path: "/tmp/cache", is_dir: true });
  await renderView(<DeleteFileButton id="session-one" file={folder} />, { bff });
  await page.getByRole("button", { name: "Delete…" }).click();
  await expect.element(asking()).toMatchTextContent("Deletes /tmp/cache and everything in it.");
  await asking().getByRole("button", { name: "Delete folder" }).click();
  await expect.element(asking()).not.toBeInTheDocument();
  expect(bff.calls(operations.deleteDirectory).map(({ body }) => body)).toEqual([{ path: "/tmp/cache" }]);
});

test("a file and a folder are created, never in place of what is there", async () => {
  sessionStorage.clear();
  const onCreated = vi.fn();
  const bff = emptyBff()
    .on(operations.retrieveFileInfo, ({ query }) =>
      query.get("path") === "/tmp/notes.txt"
        ? Response.json(info())
        : problem(404, "not_found", "there is no such file"),
    )
    .on(operations.writeFile, made)
    .on(operations.createDirectory, made);
  await renderView(<NewFileMenu id="session-one" folder="/tmp" onCreated={onCreated} />, { bff });
  const dialog = page.getByRole("dialog");
  const name = dialog.getByLabelText("Name");
  const begin = async (item: string) => {
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await begin("New file…");
  for (const wrong of ["", "..", "a/b"]) {
    await name.fill(wrong);
    await dialog.getByRole("button", { name: "Create file" }).click();
    await expect.element(dialog.getByText(/^Enter a name without a slash/)).toBeVisible();
  }
  await name.fill("notes.txt");
  await dialog.getByRole("button", { name: "Create file" }).click();
  await expect.element(dialog.getByText("/tmp/notes.txt is there already.")).toBeVisible();
  expect(bff.calls(operations.writeFile)).toEqual([]);
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await name.fill("new.txt");
  await dialog.getByRole("button", { name: "Create file" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bff.calls(operations.writeFile).map(({ query }) => query.get("path"))).toEqual(["/tmp/new.txt"]);
  await begin("New folder…");
  await name.fill("logs");
  await dialog.getByRole("button", { name: "Create folder" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bff.calls(operations.createDirectory).map(({ body }) => body)).toEqual([{ path: "/tmp/logs" }]);
  expect(onCreated.mock.calls).toEqual([["new.txt"], ["logs"]]);
});
