/** What `npm start` prints once everything runs. */

/** @import { StartSettings } from "./start-settings.mjs" */
/** @import { ReadyMessage } from "./supervisor.mjs" */

/**
 * The password itself only when it was created by this start, here or in the dashboard.
 * @param {StartSettings} settings
 * @param {string | undefined} createdPassword
 * @param {ReadyMessage} ready
 */
function passwordLine(settings, createdPassword, ready) {
  if (!settings.passwords) return "none: SIGN_IN_PASSWORD is off";
  if (settings.adminPassword !== undefined) return "the one in ADMIN_PASSWORD";
  const name = ready.username;
  if (ready.isMissing === true)
    return `none: there is no account ${name}; npm run accounts -- add ${name} admin makes one`;
  const created = createdPassword ?? ready.passwordCreated;
  return typeof created === "string"
    ? `${created}   (shown only once)`
    : "generated and shown on the first start; ADMIN_PASSWORD sets another";
}

/**
 * @param {StartSettings} settings
 * @param {{ ready: ReadyMessage, service: string, password: string | undefined }} started `ready`: of the dashboard, with
 *   `username`, and `passwordCreated` or `isMissing`; `service`: the API that it uses; `password`: one that was created here
 * @returns {string} several lines
 */
export function readyText(settings, { ready, service, password }) {
  const rows = [
    ["Address", settings.publicUrl ?? ready.url],
    ["User name", String(ready.username)],
    ["Password", passwordLine(settings, password, ready)],
    ["Data", settings.dataDir],
    ["Service", service],
  ];
  const lines = rows.map(([label = "", value]) => `  ${label.padEnd(11)}${value}`);
  return `\nFleetdeck is running.\n\n${lines.join("\n")}\n\nCtrl-C stops everything.\n`;
}
