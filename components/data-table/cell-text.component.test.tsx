import { expect, test } from "vitest";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { renderView } from "@/tests/support/component/render-view";
import type { Column } from "./column.ts";
import { DataTable } from "./data-table.tsx";

const cells = {
  text: (name: string) => name,
  fragment: (name: string) => (
    <>
      {name}
      <span>, 3 uses</span>
    </>
  ),
  element: (name: string) => <span>proxy {name} is down</span>,
  link: (name: string) => <Link href="/pools">{name}</Link>,
  title: (name: string) => <span title={name}>Unnamed</span>,
} as const;

const columns: readonly Column<string>[] = Object.entries(cells).map(([id, cell]) => ({
  id,
  header: id,
  cell,
}));

test("a cell writes out what would turn the direction of its text (T24)", async () => {
  const screen = await renderView(
    <DataTable
      caption="Names"
      columns={columns}
      rows={["a\u202eb"]}
      rowKey={(name) => name}
      empty={<EmptyState title="None" />}
    />,
  );
  const texts = () =>
    screen
      .getByRole("cell")
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(texts)
    .toEqual(["a⟨U+202E⟩b", "a⟨U+202E⟩b, 3 uses", "proxy a⟨U+202E⟩b is down", "a⟨U+202E⟩b", "Unnamed"]);
  await expect.element(screen.getByText("Unnamed")).toHaveAttribute("title", "a⟨U+202E⟩b");
});
