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
const nouns = [
  "invocations",
  "insight",
  "browsers",
  "pools",
  "proxies",
  "profiles",
  "alerts",
  "audit",
  "session",
  "overview",
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
    only(
      "server-room",
      "^lib/server/",
      "^lib/(server|contract|bff|insight)/",
      "lib/server uses the contract, lib/bff, lib/insight and itself.",
    ),
    noPackage(
      "server-no-react",
      "^lib/server/",
      "^node_modules/(react|react-dom|@tanstack|radix-ui|recharts)/",
      "No React in lib/server.",
    ),
    only(
      "queries-room",
      "^lib/queries/",
      "^lib/(queries|contract|bff|paths|paces|live)",
      "Queries know the contract, paths, paces and react-query.",
    ),
    only(
      "live-room",
      "^lib/live/",
      "^lib/((live|contract|bff)/|paces)",
      "lib/live is the browser side without React.",
    ),
    noPackage("live-no-react", "^lib/(live|charts|format|insight)/", react, "Pure: no React here."),
    only(
      "pure-rooms",
      "^lib/(charts|format)/",
      "^lib/(charts|format|insight|contract|bff)/",
      "lib/charts and lib/format are pure.",
    ),
    only(
      "insight-room",
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
      "ui-room",
      "^components/ui/",
      "^((components/ui|lib/format)/|lib/paces)",
      "Primitives know no noun and no query.",
    ),
    only(
      "generic-room",
      "^components/(data-table|charts|json|json-editor|log-pane)/",
      "^(components/(data-table|charts|json|json-editor|log-pane|ui)/|lib/((charts|live|format|bff|contract)/|paces))",
      "Generic components know no noun.",
    ),
    ...nouns.map((noun) =>
      only(
        `noun-${noun}`,
        `^components/${noun}/`,
        `^(components/(${noun}|ui|data-table|charts|json|json-editor|log-pane|layout|watch|inventory)|lib/(queries|contract|bff|format|charts|live|insight|paths|paces))`,
        "One noun never imports another: compose them in a page, or move the shared part to a generic room.",
      ),
    ),
    only(
      "watch-room",
      "^components/watch/",
      "^(components/(watch|ui|layout)|lib/(queries|contract|bff|format|paths|paces))",
      "What is watched stands beside every page: it knows runs, and no view of them.",
    ),
    only(
      "inventory-room",
      "^components/inventory/",
      "^(components/(inventory|data-table|ui|layout)|lib/(queries|contract|bff|format|paths|paces))",
      "What is remembered of ids stands on several pages: it knows kinds, and no view of them.",
    ),
    only(
      "pages-room",
      "^app/(?!api/)",
      "^(app|components|lib/(paths|server/access|server/env|server/page))",
      "Pages compose views; data comes through queries.",
    ),
    only(
      "routes-room",
      "^app/api/",
      "^(app/api|lib/(server|contract|bff))/",
      "Routes are defineRoute calls over lib/server and the contract.",
    ),
    only("edge-room", "^server/", "^(server|lib/server)/", "The dashboard's own entry uses lib/server."),
    only(
      "service-room",
      "^service/",
      "^(service|lib/contract)/",
      "The service imports the contract and itself.",
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
      "next-auth-in-access",
      "^(app|components/(?!session/)|lib/(?!server/access/)|server)/",
      "^node_modules/next-auth/",
      "Only lib/server/access (and its browser half components/session) touches next-auth.",
    ),
  ],
  options: {
    parser: "swc",
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
