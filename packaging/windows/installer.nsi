; Installs for one user, without asking for an administrator, and opens records by double click.
; Removing it leaves games and settings where they are.
; `packaging/windows/build` calls it: makensis -DVERSION=… -DFOLDER=… -DICON=… -DOUT=… installer.nsi

Target amd64-unicode
Name "Founders Ledger"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Founders Ledger"
InstallDirRegKey HKCU "Software\Founders Ledger" "Folder"
SetCompressor /SOLID lzma
; The two programs differ in one byte, so the second costs next to nothing.
SetCompressorDictSize 64

!include MUI2.nsh
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\founders-ledger.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

!define RECORD "FoundersLedger.Record"
!define CLASSES "Software\Classes"
!define LISTED "Software\Microsoft\Windows\CurrentVersion\Uninstall\Founders Ledger"

; Files with this ending are records.
!macro Associate ENDING
    WriteRegStr HKCU "${CLASSES}\${ENDING}" "" "${RECORD}"
    WriteRegStr HKCU "${CLASSES}\${ENDING}" "PerceivedType" "text"
!macroend

; They are no longer, unless another program has taken the ending over since.
!macro Dissociate ENDING
    ReadRegStr $0 HKCU "${CLASSES}\${ENDING}" ""
    StrCmp $0 "${RECORD}" 0 +2
        DeleteRegKey HKCU "${CLASSES}\${ENDING}"
!macroend

; Has the file manager look at the associations again.
!macro AssociationsChanged
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Founders Ledger"
VIAddVersionKey "FileDescription" "Installs Founders Ledger"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT or Apache 2.0; an unofficial fan project"

Section
    SetOutPath "$INSTDIR"
    File "${FOLDER}\founders-ledger.exe"
    File "${FOLDER}\founders-ledger.com"
    File "${FOLDER}\record.ico"
    File "${FOLDER}\NOTICE.txt"
    File "${FOLDER}\LICENSE-MIT.txt"
    File "${FOLDER}\LICENSE-APACHE.txt"
    File "${FOLDER}\third-party.txt"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Founders Ledger.lnk" "$INSTDIR\founders-ledger.exe"

    WriteRegStr HKCU "Software\Founders Ledger" "Folder" "$INSTDIR"
    !insertmacro Associate ".founders"
    !insertmacro Associate ".scenario"
    !insertmacro Associate ".campaign"
    WriteRegStr HKCU "${CLASSES}\${RECORD}" "" "Founders Ledger record"
    WriteRegStr HKCU "${CLASSES}\${RECORD}\DefaultIcon" "" "$INSTDIR\record.ico"
    WriteRegStr HKCU "${CLASSES}\${RECORD}\shell\open\command" "" '"$INSTDIR\founders-ledger.exe" "%1"'

    WriteRegStr HKCU "${LISTED}" "DisplayName" "Founders Ledger"
    WriteRegStr HKCU "${LISTED}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${LISTED}" "DisplayIcon" "$INSTDIR\founders-ledger.exe"
    WriteRegStr HKCU "${LISTED}" "Publisher" "The Founders Ledger authors"
    WriteRegStr HKCU "${LISTED}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${LISTED}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${LISTED}" "NoModify" 1
    WriteRegDWORD HKCU "${LISTED}" "NoRepair" 1
    !insertmacro AssociationsChanged
SectionEnd

Section "Uninstall"
    Delete "$INSTDIR\founders-ledger.exe"
    Delete "$INSTDIR\founders-ledger.com"
    Delete "$INSTDIR\record.ico"
    Delete "$INSTDIR\NOTICE.txt"
    Delete "$INSTDIR\LICENSE-MIT.txt"
    Delete "$INSTDIR\LICENSE-APACHE.txt"
    Delete "$INSTDIR\third-party.txt"
    Delete "$INSTDIR\uninstall.exe"
    ; Only if nothing of the player's lies in it.
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Founders Ledger.lnk"

    !insertmacro Dissociate ".founders"
    !insertmacro Dissociate ".scenario"
    !insertmacro Dissociate ".campaign"
    DeleteRegKey HKCU "${CLASSES}\${RECORD}"
    DeleteRegKey HKCU "${LISTED}"
    DeleteRegKey HKCU "Software\Founders Ledger"
    !insertmacro AssociationsChanged
SectionEnd
