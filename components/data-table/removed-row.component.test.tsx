// A row that is removed while it has the keyboard: by its own button, by a dialog opened from it, or by others.
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Sheet } from "@/components/ui/sheet";
import { renderView } from "@/tests/support/component/render-view";
import type { Column } from "./column.ts";
import { DataTable } from "./data-table.tsx";

interface Row {
  readonly id: string;
  readonly onRemove: () => void;
}

const columns: readonly Column<Row>[] = [
  { id: "name", header: "Name", cell: ({ id }) => id },
  { id: "acts", header: "Acts", cell: (row) => <Acts {...row} /> },
];

function Acts({ id, onRemove }: Row) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={onRemove}>Remove {id}</Button>
      <Button onClick={() => setAsking(true)}>Delete {id}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${id}?`}
        effect="It is gone."
        confirmLabel="Delete"
        onConfirm={onRemove}
      />
    </>
  );
}

/** As a refresh does after someone else has removed it. */
let removeByOthers = (_id: string): void => undefined;

function Things({ activatable = false }: { activatable?: boolean }) {
  const [ids, setIds] = useState(["a", "b", "c"]);
  const remove = (id: string) => setIds((now) => now.filter((each) => each !== id));
  useEffect(() => {
    removeByOthers = remove;
  });
  const [active, setActive] = useState<string>();
  return (
    <DataTable
      caption="Things"
      columns={columns}
      rows={ids.map((id) => ({ id, onRemove: () => remove(id) }))}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No things yet" />}
      {...(activatable ? { active: { key: active, onChange: setActive } } : {})}
    />
  );
}

for (const activatable of [false, true])
  test(`the focus goes to the next row, the one before, or the empty table, ${activatable ? "also where rows open" : "with keys only"}`, async () => {
    const screen = await renderView(<Things activatable={activatable} />);
    const remove = (id: string) => screen.getByRole("button", { name: `Remove ${id}` });
    const row = (id: string) => screen.getByRole("row").filter({ hasText: `Delete ${id}` });
    remove("b").element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(row("c")).toHaveFocus();
    await userEvent.tab();
    await expect.element(remove("c")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(row("a")).toHaveFocus();
    remove("a").element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(screen.getByText("No things yet")).toBeVisible();
    expect(document.activeElement?.textContent).toContain("No things yet");
    expect(document.activeElement?.tagName).toBe("DIV");
  });

test("a confirmed act on a row hands the focus on in the same way", async () => {
  const screen = await renderView(<Things />);
  const row = (id: string) => screen.getByRole("row").filter({ hasText: `Delete ${id}` });
  for (const [id, next] of [
    ["a", "b"],
    ["c", "b"],
  ] as const) {
    await screen.getByRole("button", { name: `Delete ${id}` }).click();
    await screen.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect.element(row(next)).toHaveFocus();
  }
});

/** As a resource that is deleted in its sheet: the row has gone before the sheet and its dialog close. */
function ThingsWithSheet() {
  const [ids, setIds] = useState(["a", "b", "c"]);
  const [active, setActive] = useState<string>();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <DataTable
        caption="Things"
        columns={columns.slice(0, 1)}
        rows={ids.map((id) => ({ id, onRemove: () => undefined }))}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No things yet" />}
        active={{ key: active, onChange: setActive }}
      />
      <Sheet open={active !== undefined} onOpenChange={() => setActive(undefined)} title="Thing">
        <Button onClick={() => setAsking(true)}>Delete it</Button>
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title="Delete it?"
          effect="It is gone."
          confirmLabel="Delete"
          onConfirm={async () => {
            setIds((now) => now.filter((each) => each !== active));
            await new Promise((drawn) => requestAnimationFrame(drawn));
            setActive(undefined);
          }}
        />
      </Sheet>
    </>
  );
}

test("a row that is removed from its sheet hands the focus on", async () => {
  const screen = await renderView(<ThingsWithSheet />);
  await screen.getByRole("row").filter({ hasText: "b" }).click();
  await screen.getByRole("button", { name: "Delete it" }).click();
  await screen.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(screen.getByRole("row").filter({ hasText: "c" })).toHaveFocus();
});

test("a row that others remove hands the focus on; one that stays keeps it", async () => {
  const screen = await renderView(<Things />);
  const last = screen.getByRole("button", { name: "Remove c" });
  screen.getByRole("button", { name: "Remove b" }).element().focus();
  removeByOthers("b");
  await expect.element(screen.getByRole("row").filter({ hasText: "Delete c" })).toHaveFocus();
  last.element().focus();
  removeByOthers("a");
  await expect.poll(() => screen.getByRole("button", { name: "Remove a" }).elements()).toEqual([]);
  await expect.element(last).toHaveFocus();
});
