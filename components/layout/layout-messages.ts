// Texts of the frame of pages.

/** Also for the pages' metadata, of which `%s` is the name. */
export const tabNameTexts = { title: (name: string) => `${name} · Fleetdeck` };

export const ignoredNoticeTexts = {
  linkPartsIgnored: (ignored: string) => `Parts of this link are invalid and were ignored: ${ignored}`,
} as const;

export const invocationTabsTexts = {
  invocations: "Invocations",
  insight: "Insight",
} as const;

export const listSearchTexts = {
  nameIdOrLabel: "Name, id or label",
} as const;

export const liveButtonTexts = {
  live: (live: boolean) => `Live ${live ? "on" : "off"}`,
} as const;

export const pageActsTexts = {
  actions: "Actions",
  more: "More",
} as const;

export const queryErrorTexts = {
  notUpToDate: "Not up to date",
} as const;

export const repeatedActsTexts = {
  notDoneAgain: "Not done again",
  answerOfFirstAct:
    "The same act was already sent, and this is the answer to it. Send it once more if it is to be done again.",
} as const;

export const timelineLinkTexts = {
  showOnTimeline: "Show on timeline",
} as const;

export const actReasonTexts = {
  thisApiCannot: (what: string) => `This API cannot ${what}.`,
} as const;

export const roleReasonTexts = {
  needsRoleYours: (role: string, held: string) => `This needs the ${role} role. Yours is ${held}.`,
} as const;

export const urlQueryTexts = {
  notChanged: "Not changed",
  unknownFilter: "unknown filter",
} as const;
