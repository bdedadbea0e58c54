// The telemetry of a checkout that fails, as the lines of its topic with the time of each.
export interface TelemetryLine {
  readonly atMs: number;
  readonly text: string;
}

const startMs = Date.UTC(2026, 10, 23, 3, 8, 58);
const shop = "https://shop.example";

/** Name, method, status (a number, `failed` or `pending`), type, bytes, duration and beginning in milliseconds. */
const requests = [
  ["/checkout", "GET", 200, "Document", 18_400, 412, 100],
  ["/css/checkout.css", "GET", 200, "Stylesheet", 24_100, 96, 530],
  ["/js/checkout.js", "GET", 200, "Script", 212_000, 184, 540],
  ["/api/cart", "GET", 200, "Fetch", 1_800, 141, 760],
  ["/img/shirt-02.webp", "GET", 200, "Image", 41_000, 88, 980],
  ["/api/address", "GET", 502, "Fetch", 11_468, 1_204, 1_436],
  ["/api/delivery", "GET", 200, "Fetch", 2_300, 230, 1_470],
  ["/events", "POST", 204, "Ping", 0, 61, 1_800],
  ["/img/sprite.svg", "GET", 304, "Image", 0, 74, 2_200],
  ["/api/address", "GET", 502, "Fetch", 11_468, 1_047, 3_644],
  ["/pixel.gif", "GET", "failed", "Image", 0, 610, 5_100],
  ["/api/address", "GET", 502, "Fetch", 11_468, 998, 6_691],
  ["/events", "POST", "pending", "Ping", 0, 0, 7_400],
] as const;

const messages = [
  [540, "log", "Checkout 4.18 ready", "checkout.js", 14],
  [905, "log", "Cart loaded, 2 items", "cart.js", 22],
  [1_010, "warning", "Image has no width or height", "cart.js", 57],
  [1_436, "log", "Loading addresses", "address.js", 19],
  [2_641, "error", "Uncaught HttpError: 502", "address.js", 27],
  [3_640, "log", "Try 2 of 3", "http.js", 61],
  [7_690, "error", "No address after 3 tries", "address.js", 33],
] as const;

const body = JSON.stringify({
  error: "bad gateway",
  service: "address",
  cause: "connect timed out",
  after_ms: 1_200,
  tries: [{ at: 0, to: "10.4.1.9" }],
});

const frame = (functionName: string, file: string, line: number, column: number) => ({
  functionName,
  scriptId: "1",
  url: `${shop}/js/${file}`,
  lineNumber: line - 1,
  columnNumber: column - 1,
});

type Event = readonly [ms: number, category: string, type: string, data: object, truncated?: boolean];

const eventsOf = ([path, method, status, type, bytes, ms, at]: (typeof requests)[number], index: number) => {
  const url = shop + path;
  const data = { target_id: "t1", request_id: String(index), url, method, resource_type: type };
  const posted = method === "POST" ? { post_data: '{"event":"view"}' } : {};
  const headers = { accept: "application/json", authorization: "[redacted]", referer: `${shop}/checkout` };
  const sent: Event = [at, "network", "network_request", { ...data, headers, ...posted }];
  const failed = { ...data, error_text: "net::ERR_CONNECTION_RESET", canceled: false };
  if (status === "pending") return [sent];
  if (status === "failed") return [sent, [at + ms, "network", "network_loading_failed", failed] as Event];
  const answer = {
    ...data,
    status,
    status_text: status === 502 ? "Bad Gateway" : "OK",
    mime_type: "application/json",
    headers: { "content-type": "application/json", "content-length": String(bytes), via: "res-eu-3" },
    ...(type === "Fetch" ? { body } : {}),
  };
  return [sent, [at + ms, "network", "network_response", answer, status === 502] as Event];
};

const events: readonly Event[] = [
  [0, "page", "page_navigation", { url: `${shop}/checkout` }] as Event,
  [20, "connection", "cdp_connect", {}] as Event,
  ...requests.flatMap(eventsOf),
  ...messages.map(([ms, level, text, file, line]): Event => {
    const callFrames = [
      frame("loadAddresses", file, line, 16),
      frame("dispatch", "vendor/react.js", 1, 9),
      frame("flush", "vendor/react.js", 1, 19),
      frame("mount", "checkout.js", 112, 5),
    ];
    const data = { level, text, args: [text], stack_trace: { callFrames } };
    return [ms, "console", level === "error" ? "console_error" : "console_log", data];
  }),
  [7_900, "interaction", "interaction_click", { selector: "#pay" }] as Event,
  [8_000, "system", "system_oom_kill", { pid: 7, process_name: "chromium", rss_kb: 900_000 }] as Event,
].toSorted(([one], [other]) => one - other);

/** In the order of their times. */
export const checkoutTelemetry: readonly TelemetryLine[] = events.map(
  ([ms, category, type, data, truncated], index) => ({
    atMs: startMs + ms,
    text: JSON.stringify({
      seq: index + 1,
      event: {
        category,
        type,
        ts: (startMs + ms) * 1_000,
        source: { kind: "cdp" },
        data,
        ...(truncated ? { truncated } : {}),
      },
    }),
  }),
);
