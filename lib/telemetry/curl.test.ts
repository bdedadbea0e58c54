import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { curlOf } from "./curl.ts";
import { NetworkRequests } from "./network-requests.ts";

function commandOf(data: Record<string, unknown>) {
  const requests = new NetworkRequests();
  const event = { category: "network", type: "network_request", ts: 1, source: { kind: "cdp" }, data };
  requests.add({ seq: 1, event });
  const [request] = requests.items;
  return request === undefined ? "" : curlOf(request);
}

it("is a command with method, headers and data", () => {
  const headers = { ":authority": "shop.test", accept: "*/*" };
  expect(commandOf({ method: "PUT", url: "https://shop.test/a", headers, post_data: "x" })).toBe(
    "curl 'https://shop.test/a' \\\n  -X 'PUT' \\\n  -H 'accept: */*' \\\n  --data-raw 'x'",
  );
  expect(commandOf({ method: "GET", url: "https://shop.test/a" })).toBe("curl 'https://shop.test/a'");
});

it("passes a hostile text to the program unchanged", () => {
  const hostile = `'; touch /tmp/x; $(id) \\ "`;
  const command = commandOf({ method: "POST", url: "https://shop.test/", post_data: hostile });
  const shown = execFileSync("sh", ["-c", command.replace("curl", "printf '%s\\n'")], { encoding: "utf8" });
  expect(shown).toBe(`https://shop.test/\n--data-raw\n${hostile}\n`);
});
