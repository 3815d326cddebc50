/** The generated words of a document, by language. */

const english = {
  contents: "Contents",
  removed: "Removed pages",
  image: "Image",
  untitled: "without a description",
  version: "Version",
  info: "Info",
  success: "Success",
  warning: "Warning",
  danger: "Danger",
  authorization: "Authorization",
  path: "Path parameters",
  query: "Query parameters",
  header: "Headers",
  cookie: "Cookies",
  body: "Request body",
  responses: "Responses",
  callbacks: "Callbacks",
  example: "Example",
  required: "required",
  deprecated: "deprecated",
  readOnly: "read-only",
  writeOnly: "write-only",
  default: "Default",
  allowed: "Allowed values",
  oneOf: "One of",
  anyOf: "Any of",
  otherNames: "any other name",
  recursive: "as above",
  more: "Further fields are left out here.",
  servers: "Servers",
  anonymous: "no authorization",
  discriminator: "Discriminator",
  unique: "unique items"
}

/** The words of a language. */
export type PdfWords = Readonly<Record<keyof typeof english, string>>

const inOrder = Object.keys(english) as ReadonlyArray<keyof PdfWords>

/** The words in the order of the English ones, separated by bars. */
const translated = (words: string): PdfWords => {
  const found = words.split("|")
  return Object.fromEntries(inOrder.map((key, index) => [key, found[index] ?? english[key]])) as PdfWords
}

const languages: Readonly<Record<string, PdfWords>> = {
  en: english,
  de: translated(
    "Inhalt|Entfernte Seiten|Bild|ohne Beschreibung|Version|Info|Erfolg|Warnung|Gefahr|Autorisierung|Pfadparameter|Abfrageparameter|Header|Cookies|Anfragetext|Antworten|Callbacks|Beispiel|erforderlich|veraltet|nur lesbar|nur schreibbar|Vorgabe|Erlaubte Werte|Eines von|Beliebige von|jeder andere Name|wie oben|Weitere Felder sind hier weggelassen.|Server|keine Autorisierung|Diskriminator|eindeutige Einträge"
  ),
  fr: translated(
    "Table des matières|Pages supprimées|Image|sans description|Version|Info|Succès|Attention|Danger|Autorisation|Paramètres de chemin|Paramètres de requête|En-têtes|Cookies|Corps de la requête|Réponses|Rappels|Exemple|obligatoire|obsolète|lecture seule|écriture seule|Par défaut|Valeurs autorisées|L’un de|N’importe lesquels de|tout autre nom|comme ci-dessus|Les autres champs sont omis ici.|Serveurs|aucune autorisation|Discriminant|éléments uniques"
  ),
  es: translated(
    "Contenido|Páginas eliminadas|Imagen|sin descripción|Versión|Información|Éxito|Advertencia|Peligro|Autorización|Parámetros de ruta|Parámetros de consulta|Cabeceras|Cookies|Cuerpo de la petición|Respuestas|Callbacks|Ejemplo|obligatorio|obsoleto|solo lectura|solo escritura|Por defecto|Valores permitidos|Uno de|Cualquiera de|cualquier otro nombre|como arriba|Los demás campos se omiten aquí.|Servidores|sin autorización|Discriminador|elementos únicos"
  ),
  it: translated(
    "Indice|Pagine rimosse|Immagine|senza descrizione|Versione|Informazione|Successo|Avviso|Pericolo|Autorizzazione|Parametri di percorso|Parametri di query|Intestazioni|Cookie|Corpo della richiesta|Risposte|Callback|Esempio|obbligatorio|deprecato|sola lettura|sola scrittura|Predefinito|Valori ammessi|Uno di|Qualsiasi di|qualsiasi altro nome|come sopra|Gli altri campi sono omessi qui.|Server|nessuna autorizzazione|Discriminatore|elementi unici"
  ),
  pt: translated(
    "Índice|Páginas removidas|Imagem|sem descrição|Versão|Informação|Sucesso|Aviso|Perigo|Autorização|Parâmetros de caminho|Parâmetros de consulta|Cabeçalhos|Cookies|Corpo do pedido|Respostas|Callbacks|Exemplo|obrigatório|obsoleto|só de leitura|só de escrita|Padrão|Valores permitidos|Um de|Qualquer um de|qualquer outro nome|como acima|Os restantes campos são omitidos aqui.|Servidores|sem autorização|Discriminador|itens únicos"
  ),
  nl: translated(
    "Inhoud|Verwijderde pagina’s|Afbeelding|zonder beschrijving|Versie|Info|Geslaagd|Waarschuwing|Gevaar|Autorisatie|Padparameters|Queryparameters|Headers|Cookies|Aanvraagtekst|Antwoorden|Callbacks|Voorbeeld|verplicht|verouderd|alleen lezen|alleen schrijven|Standaard|Toegestane waarden|Een van|Enkele van|elke andere naam|zoals hierboven|Verdere velden zijn hier weggelaten.|Servers|geen autorisatie|Discriminator|unieke items"
  ),
  no: translated(
    "Innhold|Fjernede sider|Bilde|uten beskrivelse|Versjon|Info|Vellykket|Advarsel|Fare|Autorisasjon|Stiparametere|Spørreparametere|Hoder|Informasjonskapsler|Innholdet i forespørselen|Svar|Tilbakekall|Eksempel|påkrevd|utdatert|kun lesing|kun skriving|Standard|Tillatte verdier|Én av|Noen av|ethvert annet navn|som over|Flere felter er utelatt her.|Servere|ingen autorisasjon|Diskriminator|unike elementer"
  ),
  ja: translated(
    "目次|削除されたページ|画像|説明なし|バージョン|情報|成功|警告|危険|認証|パスパラメーター|クエリパラメーター|ヘッダー|Cookie|リクエストボディ|レスポンス|コールバック|例|必須|非推奨|読み取り専用|書き込み専用|既定値|使用できる値|次のいずれか|次のいずれか（複数可）|その他の名前|上記と同じ|以降のフィールドは省略しています。|サーバー|認証なし|識別子|重複なし"
  ),
  zh: translated(
    "目录|已删除的页面|图片|无说明|版本|信息|成功|警告|危险|授权|路径参数|查询参数|标头|Cookie|请求体|响应|回调|示例|必填|已弃用|只读|只写|默认值|允许的值|以下之一|以下任意|任何其他名称|同上|此处省略其余字段。|服务器|无需授权|鉴别器|项目唯一"
  )
}

/** The words of a language, given as a BCP 47 tag; English ones if there are none for it. */
export const wordsIn = (language: string): PdfWords => languages[language.toLowerCase().split("-")[0] ?? ""] ?? english
