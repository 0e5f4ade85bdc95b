/**
 * The part of `pain.001.001.09` a SEPA credit transfer uses (EPC132-08): elements in the order of the
 * standard, lengths, patterns and code lists narrowed to what banks take.
 */
export const PAIN_PROFILE = String.raw`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"
  targetNamespace="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09" elementFormDefault="qualified">
 <xs:simpleType name="Id35">
  <xs:restriction base="xs:string">
   <xs:minLength value="1"/>
   <xs:maxLength value="35"/>
   <xs:pattern value="[A-Za-z0-9+?/:().,' \-]+"/>
  </xs:restriction>
 </xs:simpleType>
 <xs:simpleType name="Name">
  <xs:restriction base="xs:string">
   <xs:minLength value="1"/>
   <xs:maxLength value="70"/>
   <xs:pattern value="[A-Za-z0-9/?:().,'+ \-]+"/>
  </xs:restriction>
 </xs:simpleType>
 <xs:simpleType name="Text140">
  <xs:restriction base="xs:string">
   <xs:minLength value="1"/>
   <xs:maxLength value="140"/>
   <xs:pattern value="[A-Za-z0-9/?:().,'+ \-]+"/>
  </xs:restriction>
 </xs:simpleType>
 <xs:simpleType name="Count">
  <xs:restriction base="xs:string">
   <xs:pattern value="[0-9]{1,15}"/>
  </xs:restriction>
 </xs:simpleType>
 <xs:simpleType name="Iban">
  <xs:restriction base="xs:string">
   <xs:pattern value="[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}"/>
  </xs:restriction>
 </xs:simpleType>
 <xs:simpleType name="Bic">
  <xs:restriction base="xs:string">
   <xs:pattern value="[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?"/>
  </xs:restriction>
 </xs:simpleType>
 <xs:simpleType name="NotProvided">
  <xs:restriction base="xs:string">
   <xs:enumeration value="NOTPROVIDED"/>
  </xs:restriction>
 </xs:simpleType>
 <xs:simpleType name="Transfer">
  <xs:restriction base="xs:string">
   <xs:enumeration value="TRF"/>
  </xs:restriction>
 </xs:simpleType>
 <xs:simpleType name="Sepa">
  <xs:restriction base="xs:string">
   <xs:enumeration value="SEPA"/>
  </xs:restriction>
 </xs:simpleType>
 <xs:simpleType name="Shared">
  <xs:restriction base="xs:string">
   <xs:enumeration value="SLEV"/>
  </xs:restriction>
 </xs:simpleType>
 <xs:simpleType name="Amount">
  <xs:restriction base="xs:decimal">
   <xs:minExclusive value="0"/>
   <xs:fractionDigits value="2"/>
   <xs:totalDigits value="18"/>
  </xs:restriction>
 </xs:simpleType>
 <xs:complexType name="Euros">
  <xs:simpleContent>
   <xs:extension base="Amount">
    <xs:attribute name="Ccy" use="required" fixed="EUR"/>
   </xs:extension>
  </xs:simpleContent>
 </xs:complexType>
 <xs:element name="Document">
  <xs:complexType>
   <xs:sequence>
    <xs:element name="CstmrCdtTrfInitn">
     <xs:complexType>
      <xs:sequence>
       <xs:element name="GrpHdr">
        <xs:complexType>
         <xs:sequence>
          <xs:element name="MsgId" type="Id35"/>
          <xs:element name="CreDtTm" type="xs:dateTime"/>
          <xs:element name="NbOfTxs" type="Count"/>
          <xs:element name="CtrlSum" type="Amount"/>
          <xs:element name="InitgPty">
           <xs:complexType>
            <xs:sequence>
             <xs:element name="Nm" type="Name"/>
            </xs:sequence>
           </xs:complexType>
          </xs:element>
         </xs:sequence>
        </xs:complexType>
       </xs:element>
       <xs:element name="PmtInf" maxOccurs="unbounded">
        <xs:complexType>
         <xs:sequence>
          <xs:element name="PmtInfId" type="Id35"/>
          <xs:element name="PmtMtd" type="Transfer"/>
          <xs:element name="NbOfTxs" type="Count"/>
          <xs:element name="CtrlSum" type="Amount"/>
          <xs:element name="PmtTpInf">
           <xs:complexType>
            <xs:sequence>
             <xs:element name="SvcLvl">
              <xs:complexType>
               <xs:sequence>
                <xs:element name="Cd" type="Sepa"/>
               </xs:sequence>
              </xs:complexType>
             </xs:element>
            </xs:sequence>
           </xs:complexType>
          </xs:element>
          <xs:element name="ReqdExctnDt">
           <xs:complexType>
            <xs:sequence>
             <xs:element name="Dt" type="xs:date"/>
            </xs:sequence>
           </xs:complexType>
          </xs:element>
          <xs:element name="Dbtr">
           <xs:complexType>
            <xs:sequence>
             <xs:element name="Nm" type="Name"/>
            </xs:sequence>
           </xs:complexType>
          </xs:element>
          <xs:element name="DbtrAcct">
           <xs:complexType>
            <xs:sequence>
             <xs:element name="Id">
              <xs:complexType>
               <xs:sequence>
                <xs:element name="IBAN" type="Iban"/>
               </xs:sequence>
              </xs:complexType>
             </xs:element>
            </xs:sequence>
           </xs:complexType>
          </xs:element>
          <xs:element name="DbtrAgt">
           <xs:complexType>
            <xs:sequence>
             <xs:element name="FinInstnId">
              <xs:complexType>
               <xs:choice>
                <xs:element name="BICFI" type="Bic"/>
                <xs:element name="Othr">
                 <xs:complexType>
                  <xs:sequence>
                   <xs:element name="Id" type="NotProvided"/>
                  </xs:sequence>
                 </xs:complexType>
                </xs:element>
               </xs:choice>
              </xs:complexType>
             </xs:element>
            </xs:sequence>
           </xs:complexType>
          </xs:element>
          <xs:element name="ChrgBr" type="Shared"/>
          <xs:element name="CdtTrfTxInf" maxOccurs="unbounded">
           <xs:complexType>
            <xs:sequence>
             <xs:element name="PmtId">
              <xs:complexType>
               <xs:sequence>
                <xs:element name="EndToEndId" type="Id35"/>
               </xs:sequence>
              </xs:complexType>
             </xs:element>
             <xs:element name="Amt">
              <xs:complexType>
               <xs:sequence>
                <xs:element name="InstdAmt" type="Euros"/>
               </xs:sequence>
              </xs:complexType>
             </xs:element>
             <xs:element name="CdtrAgt" minOccurs="0">
              <xs:complexType>
               <xs:sequence>
                <xs:element name="FinInstnId">
                 <xs:complexType>
                  <xs:choice>
                   <xs:element name="BICFI" type="Bic"/>
                   <xs:element name="Othr">
                    <xs:complexType>
                     <xs:sequence>
                      <xs:element name="Id" type="NotProvided"/>
                     </xs:sequence>
                    </xs:complexType>
                   </xs:element>
                  </xs:choice>
                 </xs:complexType>
                </xs:element>
               </xs:sequence>
              </xs:complexType>
             </xs:element>
             <xs:element name="Cdtr">
              <xs:complexType>
               <xs:sequence>
                <xs:element name="Nm" type="Name"/>
               </xs:sequence>
              </xs:complexType>
             </xs:element>
             <xs:element name="CdtrAcct">
              <xs:complexType>
               <xs:sequence>
                <xs:element name="Id">
                 <xs:complexType>
                  <xs:sequence>
                   <xs:element name="IBAN" type="Iban"/>
                  </xs:sequence>
                 </xs:complexType>
                </xs:element>
               </xs:sequence>
              </xs:complexType>
             </xs:element>
             <xs:element name="RmtInf">
              <xs:complexType>
               <xs:sequence>
                <xs:element name="Ustrd" type="Text140"/>
               </xs:sequence>
              </xs:complexType>
             </xs:element>
            </xs:sequence>
           </xs:complexType>
          </xs:element>
         </xs:sequence>
        </xs:complexType>
       </xs:element>
      </xs:sequence>
     </xs:complexType>
    </xs:element>
   </xs:sequence>
  </xs:complexType>
 </xs:element>
</xs:schema>`
