// Runs before every component test file: the dashboard's styles, and its unhurried parts without animation.
import "./without-react-tracing.ts";
import "../../../app/globals.css";

document.documentElement.lang = "en";
