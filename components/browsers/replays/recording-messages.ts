// Texts of the badge of a running recording, which stands on the page of a browser from the first.

export const recordingBadgeTexts = {
  recording: "recording",
  recordingFor: (playTime: string) => `recording ${playTime}`,
} as const;
