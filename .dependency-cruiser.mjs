/** Who may import what. Each rule says what to do instead. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: "\\.test\\.tsx?$" },
  to: {
    pathNot: allowed,
    dependencyTypesNot: [],
    path: "^(app|components|lib|server|service|scripts|tests|bench)/",
  },
});
const noPackage = (name, from, path, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: "\\.test\\.tsx?$" },
  to: { path },
});
const react =
  "^node_modules/(react|react-dom|next|@tanstack|radix-ui|recharts|lucide-react|sonner|cmdk|next-themes)/";
/** The dashboard server's nouns: each folder holds the queries and read models of one. */
const serverNouns =
  "browsers|evidence|insight|inventory|invocations|operators|pictures|pools|profiles|proxies|stored-logs|timeline|views";
const belowServerNouns = "kernel|db|upstream|audit|auth";
const serverReadModels = `${belowServerNouns}|${serverNouns}`;
/** The layers of lib/server, lowest first: each may import itself and those named. */
const serverLayers = [
  ["kernel", ""],
  ["db", "kernel"],
  ["upstream", "kernel"],
  ["audit", "kernel|db"],
  ["auth", "kernel|db|audit"],
  [serverNouns, belowServerNouns],
  ["recorder", serverReadModels],
  ["alerts", `${serverReadModels}|recorder`],
  ["attention", `${serverReadModels}|recorder|alerts`],
  ["streams", serverReadModels],
  ["evidence-recorder", `${serverReadModels}|recorder|streams`],
  ["http", belowServerNouns],
  ["metrics", `${serverReadModels}|recorder|streams`],
  ["tracing", "kernel"],
  ["mcp", "kernel|auth|http"],
];
const serviceNouns =
  "sessions|pools|invocations|deployments|proxies|profiles|replays|telemetry|extensions|runner|app-kit|samples";
const belowServiceNouns = "kernel|http|machine|chromium";
/** The layers of the local service, lowest first. */
const serviceLayers = [
  ["kernel", ""],
  ["http", "kernel"],
  ["shared-state", "kernel|http"],
  ["machine", "kernel|http"],
  ["chromium", "kernel|machine"],
  [serviceNouns, belowServiceNouns],
  ["gateway", `${belowServiceNouns}|${serviceNouns}`],
  ["nodes", `${belowServiceNouns}|${serviceNouns}|gateway|shared-state`],
];
/** A rule per layer, and one for a folder that is in none. */
const layersOf = (root, layers, besides) => [
  ...layers.map(([folders, below]) =>
    only(
      `layer-${root.replace("/", "-")}-${folders.split("|")[0]}`,
      `^${root}/(${folders})/`,
      `^(${root}/(${[folders, below].filter(Boolean).join("|")})/|${besides})`,
      `A layer imports the layers below it (${below || "none"}): hand in what it needs from above, or move the shared part down.`,
    ),
  ),
  {
    name: `no-layer-${root.replace("/", "-")}`,
    comment: "The folder is in no layer: add it to its layer in .dependency-cruiser.mjs.",
    severity: "error",
    from: {},
    to: {
      path: `^${root}/(?!(${layers.map(([folders]) => folders).join("|")})/)`,
      // The service's entry and composition, which may import every layer.
      pathNot: "^service/[^/]+$",
    },
  },
];
const nouns = [
  "invocations",
  "browsers",
  "pools",
  "proxies",
  "profiles",
  "alerts",
  "audit",
  "operators",
  "overview",
  "search",
  "timeline",
  "settings",
];

export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Move the shared part to a third file.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment: "The import leads nowhere.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(next|geist)" },
    },
    {
      name: "nobody-imports-tests",
      comment: "Move what is shared out of tests/.",
      severity: "error",
      from: { pathNot: "^(tests|bench)/|\\.test\\.tsx?$", path: "." },
      to: { path: "^tests/" },
    },
    {
      name: "nobody-imports-bench",
      comment: "What is measured does not know of it.",
      severity: "error",
      from: { pathNot: "^bench/" },
      to: { path: "^bench/" },
    },
    only("contract-alone", "^lib/contract/", "^lib/contract/", "The contract is the API itself: zod only."),
    noPackage(
      "contract-zod-only",
      "^lib/contract/",
      "^node_modules/(?!zod/)",
      "The contract is the API itself: zod only.",
    ),
    only(
      "bff-shapes",
      "^lib/bff/",
      "^lib/(bff|contract)/",
      "What the browser and the BFF say to each other rests on the contract only.",
    ),
    noPackage(
      "server-no-react",
      "^lib/server/",
      "^node_modules/(react|react-dom|@tanstack|radix-ui|recharts)/",
      "No React in lib/server.",
    ),
    noPackage(
      "sql-in-nouns",
      "^(app|server|lib/server/(kernel|upstream|recorder|attention|streams|http))/",
      "^node_modules/kysely/",
      "Queries are in the folder of their table's noun: call its read model.",
    ),
    only(
      "queries-imports",
      "^lib/queries/",
      "^lib/(queries|contract|bff|paths|paces|present|live)",
      "Queries know the contract, paths, paces, the present and react-query.",
    ),
    only(
      "live-imports",
      "^lib/live/",
      "^lib/((live|format|contract|bff)/|clock|paces|present)",
      "lib/live is the browser side without React.",
    ),
    only(
      "telemetry-imports",
      "^lib/telemetry/",
      "^lib/(telemetry|live|format|contract|bff)/",
      "lib/telemetry is pure: what events of a browser say, for the server and the browser alike.",
    ),
    noPackage("live-no-react", "^lib/(live|telemetry|charts|format|insight)/", react, "Pure: no React here."),
    only(
      "pure-modules",
      "^lib/(charts|format)/",
      "^lib/(charts|format|insight|contract|bff)/",
      "lib/charts and lib/format are pure.",
    ),
    only(
      "insight-imports",
      "^lib/insight/",
      "^lib/(insight|contract|bff)/",
      "lib/insight is pure: what figures mean, for the server and the browser alike.",
    ),
    only(
      "paces-alone",
      "^lib/paces\\.ts$",
      "^lib/bff/shared-paces\\.ts$",
      "Part of every page: numbers only.",
    ),
    only(
      "ui-imports",
      "^components/ui/",
      "^((components/ui|lib/format)/|lib/(bff/time-units|clock|paces|present))",
      "Primitives know no noun and no query.",
    ),
    only(
      "generic-components",
      "^components/(data-table|charts|json|json-editor|log-pane)/",
      "^(components/(data-table|charts|json|json-editor|log-pane|ui)/|lib/((charts|live|format|bff|contract)/|paces))",
      "Generic components know no noun.",
    ),
    only(
      "act-and-form-imports",
      "^components/(bulk-act|form)/",
      "^(components/(bulk-act|form|ui)/|lib/((live|format)/|queries/(bff|session|sign-in-again)|clock|paces|present))",
      "Bulk acts and forms know failed calls, whose draft it is and that the page holds it, and no noun: pass in texts, schemas and calls.",
    ),
    only(
      "layout-imports",
      "^components/layout/",
      "^(components/(layout|ui|data-table)/|lib/((queries|live|contract|bff|format)/|clock|paths|paces|present))",
      "The frame of a page knows no noun: hand in what it shows, or move the shared part to a generic folder.",
    ),
    ...nouns.map((noun) =>
      only(
        `noun-${noun}`,
        `^components/${noun}/`,
        `^(components/(${noun}|ui|bulk-act|form|browser-options|data-table|charts|json|json-editor|log-pane|layout|watched-invocations|inventory|pictures)|lib/(queries|contract|bff|format|charts|live|telemetry|insight|clock|paths|paces|present))`,
        "One noun never imports another: compose them in a page, or move the shared part to a generic folder.",
      ),
    ),
    only(
      "watched-invocations-imports",
      "^components/watched-invocations/",
      "^(components/(watched-invocations|ui|layout)|lib/(queries|contract|bff|format|paths|paces))",
      "Watched invocations are shown beside every page: they know invocations, and no view of them.",
    ),
    only(
      "browser-options-imports",
      "^components/browser-options/",
      "^(components/(browser-options|inventory|form|ui)|lib/(queries|contract|format))",
      "What browsers are made with is chosen for pools and for single ones: no view of either.",
    ),
    only(
      "inventory-imports",
      "^components/inventory/",
      "^(components/(inventory|data-table|form|ui|layout)|lib/(queries|contract|bff|format|paths|paces))",
      "Recorded resources are shown on several pages: they know kinds, and no view of them.",
    ),
    only(
      "pictures-imports",
      "^components/pictures/",
      "^(components/(pictures|charts|log-pane|ui)|lib/(queries|bff|format|charts|paths|paces))",
      "Pictures are shown on several pages: they know sessions by id, and no view of them.",
    ),
    only(
      "page-imports",
      "^app/(?!api/)",
      "^(app|components|lib/(paths|bff/base-path|server/auth|server/operators/operator-preferences|server/kernel/env))",
      "Pages compose views; data comes through queries.",
    ),
    only(
      "route-imports",
      "^app/api/",
      "^(app/api|lib/(server|contract|bff))/",
      "Routes are defineRoute calls over lib/server and the contract.",
    ),
    ...layersOf("lib/server", serverLayers, "lib/((contract|bff|insight|format|telemetry)/|clock)"),
    ...layersOf("service", serviceLayers, "lib/contract/"),
    only(
      "entry-imports",
      "^server/",
      "^((server|lib/server)/|scripts/(base-path|refuse-arguments))",
      "The dashboard's own entry uses lib/server, asks where its build is, and refuses arguments as npm start does.",
    ),
    only(
      "service-imports",
      "^service/",
      "^((service|lib/contract)/|scripts/(find-chromium|refuse-arguments|user-error))",
      "The service imports the contract and itself, looks for Chromium where npm start does, and refuses arguments as it does.",
    ),
    noPackage(
      "driver-in-one-place",
      "^service/(?!chromium/)",
      "^node_modules/(playwright-core|puppeteer-core)/",
      "service/chromium is the only importer of the driver.",
    ),
    noPackage(
      "recharts-in-charts",
      "^(app|components/(?!charts/)|lib)/",
      "^node_modules/recharts/",
      "components/charts alone imports recharts.",
    ),
    noPackage(
      "next-auth-in-auth",
      "^(app|components/(?!operators/)|lib/(?!server/(auth/|http/auth-handler\\.ts))|server)/",
      "^node_modules/next-auth/",
      "Only lib/server/auth, lib/server/http/auth-handler.ts and components/operators touch next-auth.",
    ),
  ],
  options: {
    parser: "swc",
    skipAnalysisNotInRules: true,
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    exclude: { path: "^(\\.next|node_modules/\\.)" },
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
