/**
 * What the window loads first and later parts of it use: each of them loads all of it, so that the bundler leaves it in
 * one file, which is smaller than several.
 */
import "@lectern/core/internal/content/pages/EmojiText"
import "../api/Api.js"
import "../api/Stream.js"
import "../exchange/opened.js"
import "../files/Uploading.js"
import "../files/opened.js"
import "../home/Workspace.js"
import "../navigation/Router.js"
import "../page/PageLinks.js"
import "../page/opened.js"
import "../rules/opened.js"
import "../saving/Drafts.js"
import "../space/SpaceModel.js"
import "../texts.js"
import "../worker/TextQuestions.js"
import "./CloseButton.js"
import "./Dialog.js"
import "./Toasts.js"
import "./useAnswer.js"
