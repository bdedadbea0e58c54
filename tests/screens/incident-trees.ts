// What a screen reader reads of the pages of one incident, in its order: the main region of each page, as templates of
// `toMatchAriaSnapshot`. What they leave out may be there; what they name is, with its role, its name and its place.

/** The names and ids of the incident. */
export interface IncidentNames {
  readonly app: string;
  readonly invocation: string;
  readonly session: string;
  readonly pool: { readonly id: string; readonly name: string };
}

const age = /(now|\d+ (s|min) ago)/.source;
const clock = /\d\d:\d\d:\d\d\.\d{3}/.source;
const instant = `\\d{4}-\\d\\d-\\d\\d ${clock}`;

/** The open alert: its state, what it is about as a link to the invocations, why, and its act. */
export const alertTree = ({ app }: IncidentNames) => `
- main:
  - heading "Alerts" [level=1]
  - button "Age and source of Alerts"
  - button "Add rule…"
  - tablist "Alerts":
    - tab "Open 1" [selected]
    - tab "Rules"
    - tab "History"
    - tab "Webhooks"
  - tabpanel "Open 1":
    - table "Open alerts":
      - rowgroup:
        - row "State What Now Rule Fired Muted until Actions"
      - rowgroup:
        - row:
          - cell "firing"
          - rowheader "${app} / search":
            - link "${app} / search":
              - /url: /\\/invocations\\?status=failed&app_name=${app}&action_name=search&since=/
          - cell /1 of 1 invocations failed \\(100\\.0 %\\) in \\d+ min/
          - cell "Failing ${app}"
          - cell /${age}/
          - cell
          - cell "Mute ${app} / search":
            - button "Mute ${app} / search"
`;

/** The failed invocations: the filters as buttons, and a row with its name, status and reason. */
export const invocationsTree = ({ app, invocation }: IncidentNames) => `
- main:
  - heading "Invocations" [level=1]
  - button "Age and source of Invocations"
  - button "Export…"
  - link "Invoke…":
    - /url: /invocations/new
  - navigation "Invocations":
    - link "Invocations"
    - link "Insight"
  - region "Stuck invocations"
  - searchbox "Find text"
  - button "Status failed"
  - button "Remove filter Status failed"
  - button "Application ${app}"
  - button "Remove filter Application ${app}"
  - button "Clear all"
  - table "Invocations":
    - rowgroup:
      - row "Select all rows on this page Status Action Application Version Started Duration Reason"
    - rowgroup:
      - row:
        - /children: equal
        - cell "Select ${invocation}":
          - /children: equal
          - checkbox "Select ${invocation}"
        - cell "failed":
          - button "failed"
        - rowheader "search":
          - button "search"
        - cell "${app}":
          - button "${app}"
        - cell "v1":
          - button "v1"
        - cell /${age}/
        - cell "1.0 s"
        - cell "page.goto failed"
  - text: 1–1 of 1
  - combobox "Rows per page"
  - button "Previous page" [disabled]
  - button "Next page" [disabled]
`;

/** The invocation: status and acts, then its reason with the line and the browser, then the log, then its fields. */
export const invocationTree = ({ app, invocation, session }: IncidentNames) => `
- main:
  - heading "search" [level=1]
  - text: failed
  - button "Age and source of search"
  - paragraph:
    - text: ${app} v1 ${invocation}
    - button "Copy invocation id"
    - time: /${age}/
  - navigation "Invocations of the same action":
    - button "Previous invocation of this action" [disabled]
    - button "Next invocation of this action" [disabled]
  - link "Show on timeline"
  - link "Run again":
    - /url: /invocations/new?from=${invocation}
  - region "page.goto failed":
    - heading "page.goto failed" [level=2]
    - list "Last log lines":
      - listitem:
        - link /${clock}/:
          - /url: /\\/invocations\\/${invocation}\\?at=/
        - text: ERROR the certificate has expired
    - text: Browser
    - link "${session}":
      - /url: /browsers/${session}
    - term: Failed the same way, last 24 h
    - definition: No others
    - term: Version
    - definition:
      - text: 1 on
      - link "v1":
        - /url: /\\/invocations\\?status=failed&app_name=${app}&version=v1/
    - term: Proxy
    - definition
    - term: Pool
    - definition
  - region "Duration":
    - paragraph: /Failed after 1\\.0 s/
  - region "Timeline":
    - heading "Timeline" [level=2]
    - text: State
    - img /^running from ${clock}, 1\\.0 s$/
    - img /^failed at ${clock}$/
    - text: Log
    - img "1 log line, with errors"
    - text: Browsers
    - link /^Browser ${session}, created ${clock}, active$/:
      - /url: /browsers/${session}
    - text: Acts
    - paragraph: No acts on it or its browsers
    - group "Time shown in the log":
      - slider "Start of the log"
      - slider "End of the log"
  - region "Log":
    - paragraph: This API has no log of this invocation. Showing the logs of its browsers.
    - region "Logs of its browsers":
      - heading "Logs of its browsers" [level=3]
      - status: following
      - button "Pause (Space)"
      - button "Find (⌘F, Ctrl F)"
      - button /^Only from ${clock}\\. Show all times$/
      - 'button "Levels: all"'
      - button "More"
      - log "Lines of Logs of its browsers":
        - text: /Log starts at ${instant} UTC/
        - time: /${clock}/
        - text: error the certificate has expired
  - region "Details":
    - term: Started
    - definition:
      - time: /${instant}/
    - term: Finished
    - definition
    - term: Duration
    - definition: 1.0 s
  - region "Browsers 1 active":
    - heading "Browsers 1 active" [level=2]
    - link "${session}":
      - /url: /browsers/${session}
    - link "Logs of browser ${session}":
      - /url: /browsers/${session}
  - region "Payload":
    - tree "Payload"
  - region "Output":
    - tree "Output"
  - region "Compare":
    - textbox "Id of another invocation"
`;

/** The browser: state and acts, what it belongs to once, and its log with a heading that is only the name of it. */
export const browserTree = ({ session, pool }: IncidentNames) => `
- main:
  - heading "${session}" [level=1]
  - button "Copy browser id"
  - text: active
  - button "Hide live view and details" [expanded]
  - button "Hide logs" [expanded]
  - button "Pin ${session}"
  - button "End browser…"
  - term: Pool
  - definition:
    - link "${pool.name}":
      - /url: /pools/${pool.id}
  - term: Timeout
  - definition: 1 h without a client
  - region "Live view and details":
    - region "Live view":
      - paragraph: A headless browser has no live view.
    - tablist "Browser":
      - tab "Details" [selected]
      - tab "Processes"
      - tab "Files"
      - tab "Recordings"
      - tab "Extensions"
    - tabpanel "Details":
      - region "Details":
        - /children: equal
        - heading "Details" [level=2]
        - button "Edit…"
        - term: Created
        - definition
        - term: Mode
        - definition: headless
        - term: Captured
        - definition: nothing
        - term: CDP address
        - definition:
          - button "Show CDP address…"
  - separator "Width of the live view and details"
  - region "Logs":
    - heading "1 log pane" [level=2]
    - region "Log chromium":
      - heading "chromium" [level=3]
      - button "process, change the log of chromium"
      - status: following
      - button "Pause (Space)"
      - button "Find (⌘F, Ctrl F)"
      - 'button "Levels: all"'
      - button "More"
      - button "Close chromium"
      - log "Lines of chromium":
        - text: /Log starts at ${instant} UTC/
        - time: /${clock}/
        - text: error the certificate has expired
    - switch "Time lock"
    - button "Add or merge panes"
`;

/** The pool: state, acts and counts once, then the forecast before its chart and how it is configured. */
export const poolTree = ({ pool }: IncidentNames) => `
- main:
  - heading "${pool.name}" [level=1]
  - text: At size
  - button "Live on" [pressed]
  - combobox "Time range of the charts"
  - button "Custom…"
  - button "Acquire…"
  - button "Edit…"
  - button "More"
  - term: available
  - definition: "2"
  - term: acquired
  - definition: "1"
  - term: missing
  - definition: "0"
  - term: size
  - definition: "3"
  - region "Forecast":
    - heading "Forecast" [level=2]
    - term: Time to empty
    - definition
    - term: Taken
    - definition
    - term: Fill rate
    - definition
  - region "Over time":
    - heading "Over time" [level=2]
    - figure /^Capacity of ${pool.name} over time. acquired 1, available 2, missing 0, least available 2$/
  - region "Fixes":
    - heading "Fixes" [level=2]
  - region "Drift from the configuration":
    - paragraph: The acquired browser matches the configuration.
  - region "Configuration":
    - term: Id
    - definition:
      - text: ${pool.id}
      - button "Copy pool id"
`;
