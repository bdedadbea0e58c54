import { expect, test } from "vitest";
import { profileOperations } from "@/lib/contract/operations/profiles";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { ProfilesView } from "./profiles-view.tsx";

test("a failed read says so and is not an empty list", async () => {
  const bff = emptyBff().fail(profileOperations.listProfiles, 404, "not_found", "No such list.");
  const screen = await renderView(<ProfilesView />, { at: "/profiles", bff });
  await expect.element(screen.getByText("No such list.")).toBeVisible();
  await expect.element(screen.getByText("No profile yet")).not.toBeInTheDocument();
});

test("the search box asks the API by name", async () => {
  const bff = emptyBff().list(profileOperations.listProfiles, ({ query }) =>
    ["oak", "lamp"]
      .filter((name) => name.includes(query.get("query") ?? ""))
      .map((name) => ({ id: `id-${name}`, name })),
  );
  const screen = await renderView(<ProfilesView />, { at: "/profiles", bff });
  const rows = screen.getByRole("table", { name: "Profiles", exact: true }).getByRole("row");
  await expect.poll(() => rows.elements().length).toBe(3);
  await screen.getByRole("searchbox").first().fill("oak");
  await expect.poll(() => rows.elements().length).toBe(2);
  expect(screen.address()).toBe("/profiles?query=oak");
});
