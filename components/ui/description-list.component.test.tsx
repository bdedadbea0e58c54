import { expect, test } from "vitest";
import { renderView } from "@/tests/support/component/render-view";
import { CopyableId, DescriptionItem, DescriptionList } from "./description-list.tsx";

const id = "bem1epgjau3zvg6lyuu09oy9";

test("an id of the API has one line in a side sheet", async () => {
  const screen = await renderView(
    // What a sheet has beside its scroll bar.
    <div style={{ width: 393 }}>
      <DescriptionList>
        <DescriptionItem name="What a check tests">one request</DescriptionItem>
        <DescriptionItem name="Id">
          <CopyableId id={id} what="proxy id" />
        </DescriptionItem>
      </DescriptionList>
    </div>,
  );
  const text = screen.getByText(id, { exact: true }).element();
  expect(text.getClientRects()[0]?.height).toBeLessThan(30);
});
