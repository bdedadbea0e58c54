// Runs before every component test file: the dashboard's styles, and its unhurried parts without animation.
import "../../../app/globals.css";

document.documentElement.lang = "en";
