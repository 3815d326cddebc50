/**
 * What the window loads first and later parts of it use: each of them loads all of it, so that the bundler leaves it in
 * one file, which is smaller than several.
 */
import "../api/Api.js"
import "../api/Stream.js"
import "../files/Uploading.js"
import "../home/Workspace.js"
import "../navigation/Router.js"
import "../page/PageLinks.js"
import "../saving/Drafts.js"
import "../space/SpaceModel.js"
import "../texts.js"
import "./CloseButton.js"
import "./Dialog.js"
import "./Toasts.js"
import "./useAnswer.js"
