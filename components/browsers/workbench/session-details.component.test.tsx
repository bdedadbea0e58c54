import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { SessionDetails } from "./session-details.tsx";

test("the details show what the browser was called, where it started and what is captured", async () => {
  const labels = {
    name: "night run",
    tags: { team: "checkout", run: "a=b" },
    telemetry: {
      browser: { control: { enabled: true }, network: { enabled: true }, page: { enabled: false } },
    },
    start_url: "https://shop.example/",
  };
  await renderView(<SessionDetails browser={{ session_id: "one", ...labels }} ended />, {
    at: "/browsers/one",
    bff: emptyBff(),
  });
  const details = page.getByRole("region", { name: "Details" });
  await expect.element(details).toMatchTextContent(/Name.*night run/);
  await expect.element(details).toMatchTextContent(/Tags.*team=checkout, run=a=b/);
  await expect.element(details).toMatchTextContent(/Captured.*Network requests, API calls/);
  await expect.element(details).not.toMatchTextContent("Mode");
  await expect.element(details).toMatchTextContent(/Start address.*https:\/\/shop\.example\//);
});
