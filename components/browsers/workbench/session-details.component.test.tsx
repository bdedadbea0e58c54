import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { SessionDetails } from "./session-details.tsx";

test("the details show what the browser was called and where it started", async () => {
  const labels = {
    name: "night run",
    tags: { team: "checkout", run: "a=b" },
    start_url: "https://shop.example/",
  };
  await renderView(
    <SessionDetails browser={{ session_id: "one", deleted_at: "2026-11-28T10:00:00Z", ...labels }} />,
    {
      at: "/browsers/one",
      bff: emptyBff(),
    },
  );
  const details = page.getByRole("region", { name: "Details" });
  await expect.element(details).toMatchTextContent(/Name.*night run/);
  await expect.element(details).toMatchTextContent(/Tags.*team=checkout, run=a=b/);
  await expect.element(details).toMatchTextContent(/Start address.*https:\/\/shop\.example\//);
});
