// Texts of recordings.
import { shortId } from "@/lib/format/short-id";

/** A recording in a sentence: `recording htzv5o…ifpbv`. */
export const recordingName = (replayId: string): string => `recording ${shortId(replayId)}`;

export const replayByIdTexts = {
  idInvalid: "Use 1 to 128 characters: A-Z a-z 0-9 . _ ~ -",
  recordingId: "Recording id",
  idHint: "From the answer that started the recording.",
  watch: "Watch",
} as const;

export const replayControlsTexts = {
  theVideoIsStillLoading: "The video is still loading.",
  previousFrame: "Previous frame (,)",
  pause: "Pause (k)",
  play: "Play (k)",
  nextFrame: "Next frame (.)",
  positionInTheRecording: "Position in the recording",
  speed: "Speed",
  fullScreen: "Full screen (f)",
  position: ({ at, length, clock }: { at: string; length: string; clock: string }) =>
    `${at} of ${length}${clock}`,
} as const;

export const replayDownloadTexts = {
  recordingNotFinished: "Recording not finished",
  stopFirstThenDownloadIt: (name: string) => `Stop ${name} first, then download it.`,
  wasNotDownloaded: (name: string) => `${name} was not downloaded`,
  download: (name: string) => `Download ${name}`,
  downloadLabel: "Download",
} as const;

export const replayPlayerTexts = {
  player: "Player",
  logsCannotFollow: "Logs cannot follow: the API does not say when this was recorded.",
  notInThisRecording: (fullTime: string) => `Not in this recording: ${fullTime}`,
  logsFollow: "Logs follow",
  theVideoCannotBePlayed: "The video cannot be played",
  useAnotherPlayer:
    "The download broke off, or your browser cannot play H.264 in MP4. Download it and use another player.",
  retry: "Retry",
} as const;

export const replayRowTexts = {
  finishing: "finishing",
  finished: (playTime: string) => `finished · ${playTime}`,
  copyIdOf: (name: string) => `Copy id of ${name}`,
  startUnknown: "start unknown",
  thisRecordingIsOpenAbove: "This recording is open above.",
  watch: (name: string) => `Watch ${name}`,
  watchLabel: "Watch",
} as const;

export const replayStartDialogTexts = {
  maxLengthInvalid: "Enter a whole number above 0.",
  recordingStarted: "Recording started",
  startRecording: "Start recording",
  recordsScreenUntilYouStop: "Records the screen until you stop it, its time is up, or the browser ends.",
  notStarted: "Not started",
  framesPerSecond: "Frames per second",
  framesHint: ({ min, max }: { min: number; max: number }) =>
    `${min} to ${max}. More frames make a larger file.`,
  maximumLengthInSeconds: "Maximum length in seconds",
  maxLengthHint: "Empty: records until you stop it.",
} as const;

export const replayStartTexts = {
  recordBrowsers: "record browsers",
  thisBrowserHasEnded: "This browser has ended.",
  startRecording: "Start recording…",
} as const;

export const replayStopTexts = {
  stopping: (name: string) => `Stopping ${name}`,
  stop: (name: string) => `Stop ${name}…`,
  stoppingLabel: "Stopping",
  stopLabel: "Stop…",
  stopQuestion: (name: string) => `Stop ${name}?`,
  effect: "The video is ready in about a minute. The browser keeps running.",
  stopRecordingLabel: "Stop recording",
} as const;

export const replayWatchTexts = {
  recording: "Recording",
  close: "Close",
  recordingNotLoaded: "The recording could not be loaded",
  stillRecording: "Still recording. It plays here once it is stopped.",
  recordingOfBrowser: ({ recording, browser }: { recording: string; browser: string }) =>
    `Recording ${recording} of browser ${browser}`,
} as const;

export const replaysTabTexts = {
  recordings: "Recordings",
  apiDoesNotListRecordings: "This API does not list recordings. Open one by its id.",
  fromApiList: "From the API's list of recordings",
  recordingsNotLoaded: "The recordings could not be loaded",
  noRecordings: "No recordings",
  endedWithoutRecording: "This browser ended without a recording.",
  recordingsAppearHere: "Recordings of this browser's screen appear here. Start one above.",
  unreadable: (count: number) => `${count} unreadable`,
} as const;

export const replayStopActTexts = {
  recordingStopped: "Recording stopped",
  isReadyToWatch: (id: string) => `${id} is ready to watch.`,
  stopRequested: "Stop requested. The API is still preparing the video.",
  notStopped: (message: string) => `Not stopped: ${message}`,
} as const;
