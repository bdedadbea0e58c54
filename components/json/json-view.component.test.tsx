// A JSON text of megabytes as a tree: searched, navigated by keyboard, copied from, and saved unmodified.
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { captureDownloads } from "@/tests/support/component/captured-downloads";
import { renderView } from "@/tests/support/component/render-view";
import { JsonView } from "./json-view.tsx";

function fourMegabytes(): string {
  const rows = Array.from({ length: 100_000 }, (_, at) => `{"row": ${at}, "word": "w${at}"}`);
  return `{"big": 9007199254740993, "twice": 1, "twice": 2, "rows": [${rows.join(",")}], "odd key": "last"}`;
}

/** Opens the view; `copied` returns the last copied text. */
async function open(text: string) {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const screen = await renderView(<JsonView text={text} label="Output" fileName="output-r1.json" />);
  const pane = screen.getByRole("region", { name: "Output", exact: true });
  const tree = pane.getByRole("tree", { name: "Output" });
  await expect.element(tree).toBeVisible();
  return {
    pane,
    tree,
    box: pane.getByRole("searchbox", { name: "Search output" }),
    row: (name: string) => tree.getByRole("treeitem", { name, exact: true }),
    active: tree.getByRole("treeitem", { selected: true }),
    copied: () => write.mock.lastCall?.[0],
    focusTree: () => tree.element().focus(),
  };
}

test("a tree of four megabytes is searched, navigated and copied from", async () => {
  const { pane, tree, box, row, active, copied, focusTree } = await open(fourMegabytes());
  await expect.element(row("big: 9007199254740993")).toBeVisible();
  await expect.element(pane.getByText(/One name is repeated/)).toBeVisible();
  await expect.element(row("rows: [] 100,000 items")).toHaveAttribute("aria-expanded", "false");

  focusTree();
  await userEvent.keyboard("{Control>}f{/Control}");
  await expect.element(box).toHaveFocus();
  await box.fill("w99998");
  await expect.element(pane.getByRole("status")).toHaveTextContent("1 of 1");
  await expect.element(active).toHaveAccessibleName('word: "w99998"');
  await pane.getByRole("button", { name: "Copy path" }).click();
  await expect.poll(copied).toBe("$.rows[99998].word");
  await pane.getByRole("button", { name: "Copy value" }).click();
  await expect.poll(copied).toBe("w99998");

  await box.fill("w9999");
  await expect.element(pane.getByRole("status")).toHaveTextContent("1 of 11");
  box.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(pane.getByRole("status")).toHaveTextContent("2 of 11");
  focusTree();
  await userEvent.keyboard("n");
  await expect.element(pane.getByRole("status")).toHaveTextContent("3 of 11");
  await userEvent.keyboard("{Shift>}N{/Shift}");
  await expect.element(pane.getByRole("status")).toHaveTextContent("2 of 11");
  await pane.getByRole("button", { name: "Close search" }).click();
  await expect.element(tree).toHaveFocus();

  await userEvent.keyboard("{Home}");
  await expect.element(active).toHaveAttribute("aria-level", "1");
  await userEvent.keyboard("{End}");
  await expect.element(active).toHaveAccessibleName('odd key: "last"');
  await pane.getByRole("button", { name: "Copy path" }).click();
  await expect.poll(copied).toBe('$["odd key"]');
  focusTree();
  await userEvent.keyboard("{ArrowUp}{ArrowLeft}{ArrowLeft}");
  await pane.getByRole("button", { name: "Expand all" }).click();
  focusTree();
  await userEvent.keyboard("{End}{ArrowUp}");
  await expect.element(active).toHaveAccessibleName('word: "w99999"');
  await pane.getByRole("button", { name: "Collapse all" }).click();
  await expect.poll(() => tree.getByRole("treeitem").elements()).toHaveLength(6);
});

test("the text is shown and saved unmodified, numbers in full", async () => {
  const files = captureDownloads();
  const text = fourMegabytes();
  const { pane } = await open(text);
  await pane.getByRole("button", { name: "Raw" }).click();
  await expect
    .element(pane.getByRole("region", { name: "Output, raw" }))
    .toMatchTextContent('"big": 9007199254740993');
  await expect
    .element(pane.getByRole("button", { name: "Search output" }))
    .toHaveAttribute("aria-disabled", "true");
  await pane.getByRole("button", { name: "Download output" }).click();
  expect(files.names()).toEqual(["output-r1.json"]);
  expect((await files.texts())[0] === text).toBe(true);
});

test("a row writes out what would turn the direction of its text; its copy is as it was (T24)", async () => {
  const { row, copied, pane } = await open(JSON.stringify({ "a\u202eb": "c\u202ed" }));
  const turned = row('a⟨U+202E⟩b: "c⟨U+202E⟩d"');
  await expect.element(turned).toMatchTextContent(/^a⟨U\+202E⟩b: "c⟨U\+202E⟩d"$/);
  await turned.click();
  await pane.getByRole("button", { name: "Copy value" }).click();
  await expect.poll(copied).toBe("c\u202ed");
});

test("the raw view writes it out too; what is saved is as it was (T24)", async () => {
  const files = captureDownloads();
  const text = JSON.stringify({ "a\u202eb": "c\u202ed" });
  const { pane } = await open(text);
  await pane.getByRole("button", { name: "Raw" }).click();
  await expect
    .element(pane.getByRole("region", { name: "Output, raw" }))
    .toHaveTextContent('{"a⟨U+202E⟩b":"c⟨U+202E⟩d"}');
  await pane.getByRole("button", { name: "Download output" }).click();
  await expect.poll(files.texts).toEqual([text]);
});
